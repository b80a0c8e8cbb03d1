import type PDFDocument from 'pdfkit';
import type { Reference } from 'pdfkit';
import { spokenText } from './runs.ts';

type BranchTag = 'Document' | 'Table' | 'TBody' | 'TR';
type LeafTag = 'H1' | 'P' | 'TH' | 'TD' | 'Figure';
type Attributes = Record<string, unknown>;

/** An element that holds others. */
export interface Branch {
  ref: Reference;
  children: Reference[];
}

export type Structure = ReturnType<typeof startStructure>;

/**
 * Starts the structure tree of a document, for screen readers. Elements are written as they end; the library's own
 * tree would hold them until the end of the document, a million for a hundred thousand rows.
 */
export function startStructure(pdf: PDFDocument, language: string) {
  const root = pdf.ref({ Type: 'StructTreeRoot' });
  pdf._root.data['StructTreeRoot'] = root;
  pdf._root.data['MarkInfo'] = pdf.ref({ Marked: true });
  const pages: Reference[] = [];
  let page = pdf.page;
  let owners: Reference[] = [];

  /** Ends a page: writes the element of each of its marked parts. */
  const endPage = () => {
    const key = pages.length;
    page.dictionary.data['StructParents'] = key;
    const leaf = pdf.ref({ Limits: [key, key], Nums: [key, owners] });
    write(leaf);
    pages.push(leaf);
    owners = [];
  };
  const open = (tag: BranchTag, parent?: Branch): Branch => {
    const ref = pdf.ref({ S: tag, P: parent?.ref ?? root });
    parent?.children.push(ref);
    return { ref, children: [] };
  };
  const close = ({ ref, children }: Branch) => {
    ref.data['K'] = children;
    write(ref);
  };
  const document = open('Document');
  root.data['K'] = [document.ref];

  /** Begins an element that `endMark` ends; `text` is its text, which a screen reader may not get from glyphs alone. */
  const beginLeaf = (tag: LeafTag, parent: Branch, text: string, attributes: Attributes = {}): void => {
    const accessibleText = spokenText(text, language);
    const actualText = accessibleText === undefined ? {} : { ActualText: new String(accessibleText) };
    const ref = pdf.ref({ S: tag, P: parent.ref, Pg: page.dictionary, K: owners.length, ...actualText, ...attributes });
    pdf.addContent(`/${tag} <</MCID ${owners.length}>> BDC`);
    owners.push(ref);
    parent.children.push(ref);
    write(ref);
  };
  const endMark = () => void pdf.addContent('EMC');

  return {
    document,
    open,
    close,
    beginLeaf,
    endMark,
    /** An element with what `render` writes. */
    leaf: (tag: LeafTag, parent: Branch, text: string, render: () => void, attributes: Attributes = {}): void => {
      beginLeaf(tag, parent, text, attributes);
      render();
      endMark();
    },
    /** Decoration, and what every page repeats: readers pass over it. */
    artifact: (render: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void => {
      pdf.addContent(`/Artifact <</Type /${type}>> BDC`);
      render();
      endMark();
    },
    addPage: (): void => {
      endPage();
      pdf.addPage();
      page = pdf.page;
    },
    /** Runs before the document's own end. */
    end: (): void => {
      endPage();
      close(document);
      const parents = pdf.ref({ Kids: pages });
      parents.end();
      root.data['ParentTree'] = parents;
      root.data['ParentTreeNextKey'] = pages.length;
    },
  };
}

/** Writes an element and frees its data: others only refer to it from now on. */
function write(ref: Reference): void {
  ref.end();
  ref.data = {};
}

/** Attributes of a header cell that says if it heads a column or a row. */
export const scope = (cells: 'Column' | 'Row'): Attributes => ({ A: { O: 'Table', Scope: cells } });

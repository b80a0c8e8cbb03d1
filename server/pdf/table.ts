import type PDFDocument from 'pdfkit';
import type { TableColumn, TableDocument } from './documents.ts';
import { ink, line, muted, renderLogo, subtle } from './palette.ts';
import { scope, startStructure, type Branch, type Structure } from './structure.ts';
import { createTypesetter, type TextStyle, type Typesetter } from './typesetter.ts';

/** A4, lying. */
export const tablePage = [841.89, 595.28] as const;

const edge = 36;
const gap = 8;
const rowHeight = 16;
const cell = { size: 7.5, colour: ink };
const heading = { size: 7.5, colour: muted, bold: true };
const smallStyle = { size: 7.5, colour: subtle };
/**
 * A cell costs an object of the file: a hundred thousand rows of them took minutes and more memory than the thread has.
 */
const maxRowsOfCells = 2_000;
/** Amounts are never truncated: a long one is set smaller, down to this. */
const minSize = 4;

/** Renders the list as its rows are read, page after page; each page is written out as soon as the next begins. */
export function startTable(pdf: PDFDocument, table: TableDocument) {
  const type = createTypesetter(pdf, table.language);
  const structure = startStructure(pdf, table.language);
  const bottom = pdf.page.height - edge - 20;
  let page = 1;
  let count = 0;
  let y = renderHead(pdf, table, type, structure);

  const { artifact } = structure;
  const renderRow = createRows(pdf, type, table.columns);
  const marks = createRowMarks(structure);
  const footAt = pdf.page.height - edge + 4;
  const renderFooter = () => type.render(table.footer, edge, footAt, smallStyle);
  const renderPageNumber = () =>
    type.render(table.pageLabel.replace('{{page}}', String(page)), pdf.page.width - edge, footAt, smallStyle, 'end');
  const headings = table.columns.map(({ header }) => header);

  marks.headings((mark, markRule) => (y = renderRow(headings, heading, y, mark, markRule)));
  const startPage = () => {
    marks.endText();
    artifact(() => {
      renderFooter();
      renderPageNumber();
    }, 'Pagination');
    structure.addPage();
    page += 1;
    // An artifact in the structure: a screen reader would read repeated headings as another row.
    const mark: Mark = (_, render) => artifact(render, 'Pagination');
    y = renderRow(headings, heading, edge, mark, artifact);
  };
  return {
    addRows: (rows: readonly (readonly string[])[]): void => {
      for (const row of rows) {
        if (y + rowHeight > bottom) startPage();
        marks.row(count, (mark, markRule) => (y = renderRow(row, cell, y, mark, markRule)));
        count += 1;
      }
    },
    end: (): void => {
      marks.end();
      const { document, leaf } = structure;
      const total = table.total.replace('{{count}}', count.toLocaleString(`${table.language}-u-nu-latn`));
      leaf('P', document, total, () => type.render(total, edge, y + 14, heading));
      leaf('P', document, table.footer, renderFooter);
      artifact(renderPageNumber, 'Pagination');
      structure.end();
    },
  };
}

/** Puts what is rendered of a text into the structure. */
type Mark = (text: string, render: () => void) => void;
type RenderMarked = (mark: Mark, markRule: (render: () => void) => void) => void;

/** Renders a row at `y` and returns where the next one begins. */
function createRows(pdf: PDFDocument, type: Typesetter, tableColumns: readonly TableColumn[]) {
  const columns = placeColumns(tableColumns, pdf.page.width - 2 * edge);
  const fitText = (text: string, width: number, style: TextStyle): TextStyle => {
    const wantedWidth = type.widthOf(text, style);
    return wantedWidth <= width ? style : { ...style, size: Math.max(minSize, (style.size * width) / wantedWidth) };
  };
  return (
    values: readonly string[],
    style: TextStyle,
    y: number,
    mark: Mark,
    markRule: Parameters<RenderMarked>[1],
  ) => {
    columns.forEach(({ x, width, end }, index) => {
      const text = values[index] ?? '';
      mark(text, () =>
        type.render(text, end ? x + width : x, y + 10.5, fitText(text, width, style), end ? 'end' : 'start'),
      );
    });
    markRule(() => rule(pdf, y + rowHeight));
    return y + rowHeight;
  };
}

/** The table in the structure: its headings, then rows of cells, then the rows of each page as one text. */
function createRowMarks({ document, open, close, leaf, artifact, beginLeaf, endMark }: Structure) {
  const table = open('Table', document);
  const body = open('TBody', table);
  let isTable = true;
  let isText = false;
  const cells = (parent: Branch, tag: 'TH' | 'TD', renderMarked: RenderMarked) => {
    const row = open('TR', parent);
    const attributes = tag === 'TH' ? scope('Column') : {};
    renderMarked((text, render) => leaf(tag, row, text, render, attributes), artifact);
    close(row);
  };
  const endTable = () => {
    if (!isTable) return;
    isTable = false;
    close(body);
    close(table);
  };
  const endText = () => {
    if (isText) endMark();
    isText = false;
  };
  return {
    headings: (renderMarked: RenderMarked): void => cells(body, 'TH', renderMarked),
    row: (index: number, renderMarked: RenderMarked): void => {
      if (index < maxRowsOfCells) {
        cells(body, 'TD', renderMarked);
        return;
      }
      endTable();
      if (!isText) beginLeaf('P', document, '');
      isText = true;
      renderMarked(
        (_, render) => render(),
        (render) => render(),
      );
    },
    endText,
    end: (): void => {
      endText();
      endTable();
    },
  };
}

/** Name, title and what the list is about; returns where the list begins. */
function renderHead(pdf: PDFDocument, table: TableDocument, type: Typesetter, structure: Structure): number {
  const { document, leaf, open, close } = structure;
  const { brand, title } = table;
  const style = { size: 14, bold: true, colour: ink };
  structure.artifact(() => renderLogo(pdf, type.placed(edge, 20), edge - 2, 20));
  leaf('P', document, brand, () => type.render(brand, edge + 26, edge + 14, style));
  leaf('H1', document, title, () => type.render(title, pdf.page.width - edge, edge + 14, style, 'end'));
  let y = edge + 40;
  const details = open('Table', document);
  for (const [label, value] of table.details) {
    const row = open('TR', details);
    leaf('TH', row, label, () => type.render(label, edge, y, { size: 8.5, colour: muted }), scope('Row'));
    leaf('TD', row, value, () => {
      for (const part of type.wrap(value, pdf.page.width - 2 * edge - 110, { size: 8.5 })) {
        type.render(part, edge + 110, y, { size: 8.5, colour: ink });
        y += 14;
      }
    });
    close(row);
  }
  close(details);
  return y;
}

function rule(pdf: PDFDocument, y: number): void {
  const right = pdf.page.width - edge;
  pdf.lineWidth(0.5).moveTo(edge, y).lineTo(right, y).stroke(line);
}

function placeColumns(columns: readonly TableColumn[], width: number) {
  let x = edge;
  return columns.map(({ header, share, end = false }) => {
    const result = { header, x, width: share * width - gap, end };
    x += share * width;
    return result;
  });
}

import { extractText, getDocumentProxy } from 'unpdf';

/** Downloads a document as a user, with the header of their step-up if they have one. */
export async function download(
  { url }: { url: string },
  { token, stepUp }: { token: string; stepUp?: Record<string, string> },
  path: string,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${token}`, ...stepUp, ...headers } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

/** The text of a PDF by an independent reader, one entry per page, and the metadata of the PDF. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: string[]; text: string; info: object }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  // The joined forms of Arabic letters become letters again.
  const pages = text.map((page) => page.normalize('NFKC'));
  const { info } = await pdf.getMetadata();
  return { pages, text: pages.join('\n'), info };
}

/** The cells of a CSV by RFC 4180; the mark at the beginning must be there. */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!text.startsWith('\ufeff')) throw new Error('A spreadsheet needs the mark to know UTF-8.');
  const lines = text.slice(1).matchAll(/((?:[^"\r\n]|"(?:[^"]|"")*")*)\r\n/g);
  return Array.from(lines, ([, line = '']) => {
    const cells = line.match(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [];
    const bareCells = cells.map((cell) => cell.replace(/^,/, '').replace(/^"([^]*)"$/, '$1'));
    return bareCells.map((cell) => cell.replaceAll('""', '"'));
  });
}

/** An element of a PDF's structure as a screen reader traverses it: its role, and its text or its children. */
export type PdfElement = [role: string, below: string | PdfElement[]];

/** Reads a PDF like a screen reader: whether it is tagged, its structure page by page, and the text outside of it. */
export async function readStructure(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: PdfElement[][] = [];
  const artifacts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const texts = new Map<string, string>();
    const open: string[] = [];
    for (const textItem of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in textItem) texts.set(open.at(-1) ?? '', (texts.get(open.at(-1) ?? '') ?? '') + textItem.str);
      else if (textItem.type === 'endMarkedContent') open.pop();
      else open.push('id' in textItem && textItem.id ? textItem.id : 'artifact');
    }
    // The reader puts spaces where it sees gaps.
    artifacts.push((texts.get('artifact') ?? '').replace(/\s+/g, ''));
    if (texts.get('')?.trim()) throw new Error(`Text that is neither structure nor artifact: ${texts.get('')}`);
    pages.push(((await page.getStructTree())?.children ?? []).map((child) => elementOf(child, texts)));
  }
  const { Marked: isTagged } = (await pdf.getMarkInfo()) ?? {};
  return { isTagged, pages, artifacts, viewer: await pdf.getViewerPreferences() };
}

type StructureNode = { role: string; alt?: string; children: object[] };

function elementOf(node: object, texts: ReadonlyMap<string, string>): PdfElement {
  const { role, alt, children } = node as StructureNode;
  if (alt) return [role, alt];
  const leafNodes = children.filter((child): child is { id: string } => 'id' in child);
  const text = leafNodes.map(({ id }) => texts.get(id) ?? '').join('');
  if (leafNodes.length > 0) return [role, text.trim()];
  // The content of other pages is listed without its text.
  return [role, children.map((child) => elementOf(child, texts)).filter(([, child]) => child.length > 0)];
}

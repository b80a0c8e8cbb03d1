import { extractText, getDocumentProxy } from 'unpdf';

/** The text of a PDF as an independent reader gives it, one entry a page, and what the PDF says of itself. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: string[]; text: string; info: object }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  // Joined forms of Arabic letters are letters again.
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
    return cells.map((cell) =>
      cell
        .replace(/^,/, '')
        .replace(/^"([^]*)"$/, '$1')
        .replaceAll('""', '"'),
    );
  });
}

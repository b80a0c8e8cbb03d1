// Renders documents one after the other in a worker thread, driven by `render.ts`: a thousand pages must not
// hold up a request.
import { parentPort, type MessagePort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import type { FromWorker, PdfDocument, TableDocument, ToWorker } from './documents.ts';
import { renderSlip, slipPage } from './slip.ts';
import { startTable, tablePage } from './table.ts';

if (!parentPort) throw new Error('The printer runs as a thread.');
const port: MessagePort = parentPort;
const postToWorker = (message: FromWorker) => port.postMessage(message);

/** The library hands out a document in parts of some bytes each, a hundred thousand of them for a long list. */
const pieceBytes = 64 * 1024;
let parts: Uint8Array[] = [];
let collectedBytes = 0;

function collect(bytes: Uint8Array): void {
  parts.push(bytes);
  collectedBytes += bytes.length;
  if (collectedBytes >= pieceBytes) postCollected();
}

function postCollected(): void {
  if (collectedBytes === 0) return;
  postToWorker({ bytes: Buffer.concat(parts) });
  parts = [];
  collectedBytes = 0;
}

let takeRows: (rows: readonly (readonly string[])[] | null) => void = () => undefined;

port.on('message', (message: ToWorker) => {
  if (message === null || Array.isArray(message)) takeRows(message);
  // All other messages are rows or their end.
  else startDocument(message as PdfDocument);
});

function startDocument(document: PdfDocument): void {
  const pdf = new PDFDocument({
    size: document.kind === 'table' ? tablePage : slipPage,
    margin: 0,
    font: null,
    lang: document.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: document.title,
      Author: document.brand,
      Creator: document.brand,
      CreationDate: document.createdAt,
    },
  });
  pdf._addInfo = () => pdf.appendXML(metadataOf(document));
  pdf.on('data', collect);
  pdf.on('end', () => {
    postCollected();
    postToWorker('done');
  });
  if (document.kind === 'slip') {
    renderSlip(pdf, document);
    pdf.end();
  } else {
    renderTable(pdf, document);
  }
}

function renderTable(pdf: PDFDocument, document: TableDocument): void {
  const table = startTable(pdf, document);
  takeRows = (rows) => {
    if (rows === null) {
      table.end();
      pdf.end();
      return;
    }
    table.addRows(rows);
    requestRows();
  };
  requestRows();
}

/** Only once rendered bytes have left this thread, so that it never has more than one batch. */
function requestRows(): void {
  setImmediate(() => {
    postCollected();
    postToWorker('rows please');
  });
}

/** PDFKit does not escape metadata, and a brand name may contain characters of XML. */
function metadataOf({ title, brand, language }: PdfDocument): string {
  const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeMarkup(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeMarkup(brand)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>`;
}

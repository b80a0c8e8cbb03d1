// Renders documents one after the other in a worker thread, driven by `worker-pool.ts`: a thousand pages must not
// hold up a request.
import { parentPort, type MessagePort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import type { FromWorker, PdfDocument, TableDocument, ToWorker } from './documents.ts';
import { renderSlip, slipPage } from './slip.ts';
import { startTable, tablePage } from './table.ts';

if (!parentPort) throw new Error('The printer runs as a thread.');
const port: MessagePort = parentPort;
const postToWorker = (message: FromWorker) => port.postMessage(message);

let takeRows: (rows: readonly (readonly string[])[] | null) => void = () => undefined;

port.on('message', (message: ToWorker) => {
  if (message === null || Array.isArray(message)) takeRows(message);
  else startDocument(message as PdfDocument);
});

function startDocument(document: PdfDocument): void {
  const pdf = new PDFDocument({
    size: document.kind === 'table' ? tablePage : slipPage,
    margin: 0,
    font: null,
    lang: document.language,
    displayTitle: true,
    info: {
      Title: document.title,
      Author: document.brand,
      Creator: document.brand,
      CreationDate: document.createdAt,
    },
  });
  pdf.on('data', (bytes: Uint8Array) => postToWorker({ bytes }));
  pdf.on('end', () => postToWorker('done'));
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
  setImmediate(() => postToWorker('rows please'));
}

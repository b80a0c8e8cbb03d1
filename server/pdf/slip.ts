import type PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { bandPath, rosettePath } from '#shared/kernel/rosette.ts';
import type { SlipDocument } from './documents.ts';
import { brandColor, ink, line, muted, renderLogo, subtle } from './palette.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';

/** A5, upright. */
export const slipPage = [419.53, 595.28] as const;

const edge = 32;
const row = { size: 9, lead: 15 };
const qrSize = 92;

/** Draws the payout slip of one deal on one page. */
export function renderSlip(pdf: PDFDocument, slip: SlipDocument): void {
  const type = createTypesetter(pdf, slip.language);
  const right = pdf.page.width - edge;
  renderRosette(pdf, type, slip.reference);
  renderLogo(pdf, type.placed(edge, 22), edge - 4, 22);
  type.render(slip.brand, edge + 28, edge + 13, { size: 15, bold: true, colour: ink });
  type.render(slip.title, right, edge + 6, { size: 11, bold: true, colour: ink }, 'end');
  type.render(slip.reference, right, edge + 20, { size: 9, colour: muted }, 'end');
  renderBand(pdf, edge + 32);

  type.render(slip.total.label, edge, edge + 68, { size: 9, colour: muted });
  const amount = { size: fittingSize(type, slip), bold: true, colour: ink };
  type.render(slip.total.amount, edge, edge + 98, amount);
  const unitAt = edge + type.widthOf(slip.total.amount, amount) + 6;
  type.render(slip.total.unit, unitAt, edge + 98, { size: 10, bold: true, colour: muted });
  type.render(slip.status, right, edge + 68, { size: 9, bold: true, colour: brandColor }, 'end');

  let y = edge + 124;
  for (const group of slip.groups) {
    if (group.length === 0) continue;
    for (const [label, value] of group) y = renderDottedRow(pdf, type, label, value, y);
    y = renderPerforatedEdge(pdf, y);
  }
  renderCheck(pdf, type, slip, y + 6);
  slip.footer.forEach((text, index) => {
    const at = pdf.page.height - edge - (slip.footer.length - 1 - index) * 11 + 8;
    type.render(text, edge, at, { size: 7, colour: subtle });
  });
}

/** The largest size at which the amount fits beside its unit. */
function fittingSize(type: Typesetter, { total }: SlipDocument): number {
  const size = 28;
  const room = slipPage[0] - 2 * edge - 50;
  const wanted = type.widthOf(total.amount, { size, bold: true });
  return wanted <= room ? size : (size * room) / wanted;
}

/** Label, dots and value; a long value takes as many lines as it needs. Answers where the next one begins. */
function renderDottedRow(pdf: PDFDocument, type: Typesetter, label: string, value: string, y: number): number {
  const right = pdf.page.width - edge;
  const style = { size: row.size, colour: ink };
  const lines = type.wrap(value, 215, style);
  const from = edge + type.widthOf(label, style) + 4;
  const to = right - type.widthOf(lines[0] ?? '', style) - 4;
  type.render(label, edge, y, { ...style, colour: muted });
  if (to > from) {
    const [begin, end] = [type.placed(from), type.placed(to)];
    pdf.save().lineWidth(0.7).dash(0.7, { space: 2.2 }).moveTo(begin, y).lineTo(end, y).stroke(subtle).restore();
  }
  lines.forEach((text, index) => type.render(text, right, y + index * 12, style, 'end'));
  return y + row.lead + (lines.length - 1) * 12;
}

function renderPerforatedEdge(pdf: PDFDocument, y: number): number {
  pdf
    .save()
    .lineWidth(0.7)
    .dash(3, { space: 3 })
    .moveTo(edge, y - 4)
    .lineTo(pdf.page.width - edge, y - 4)
    .stroke(line)
    .restore();
  return y + 12;
}

/** The QR code that leads to the page confirming this receipt, and the same address in letters. */
function renderCheck(pdf: PDFDocument, type: Typesetter, { check }: SlipDocument, y: number): void {
  const { data, size } = encode(check.url, { ecc: 'M', border: 0 });
  const module = qrSize / size;
  const corner = type.placed(edge, qrSize);
  data.forEach((cells, top) =>
    cells.forEach((dark, start) => {
      if (dark) pdf.rect(corner + start * module, y + top * module, module + 0.02, module + 0.02);
    }),
  );
  pdf.fill('#000000');
  const x = edge + qrSize + 16;
  const width = pdf.page.width - edge - x;
  let at = y + 10;
  const write = (text: string, style: { size: number; bold?: boolean; colour: string }) => {
    for (const part of type.wrap(text, width, style)) {
      type.render(part, x, at, style);
      at += style.size * 1.4;
    }
    at += 3;
  };
  write(check.title, { size: 9, bold: true, colour: ink });
  write(check.text, { size: 8, colour: muted });
  write(check.url, { size: 7, colour: brandColor });
}

/** The rosette of the reference, the same as on the customer and admin screens. */
function renderRosette(pdf: PDFDocument, type: Typesetter, reference: string): void {
  const box = 200;
  pdf
    .save()
    .translate(type.placed(pdf.page.width - 190, box), 24)
    .opacity(0.12)
    .lineWidth(0.6)
    .path(rosettePath(reference))
    .stroke(brandColor)
    .restore();
}

function renderBand(pdf: PDFDocument, y: number): void {
  const box = 360;
  pdf
    .save()
    .translate(edge, y)
    .scale((pdf.page.width - 2 * edge) / box)
    .opacity(0.5)
    .lineWidth(0.6);
  for (const third of [0, 1, 2] as const) pdf.path(bandPath(third)).stroke(brandColor);
  pdf.restore();
}

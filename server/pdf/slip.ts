import type PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { bandPath, rosettePath } from '#shared/kernel/rosette.ts';
import type { SlipDocument } from './documents.ts';
import { brandColor, ink, line, muted, renderLogo, subtle } from './palette.ts';
import { scope, startStructure, type Branch, type Structure } from './structure.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';

/** A5, upright. */
export const slipPage = [419.53, 595.28] as const;

const edge = 32;
const row = { size: 9, lead: 15 };
const qrSize = 92;

interface Sheet {
  pdf: PDFDocument;
  type: Typesetter;
  structure: Structure;
}

/** Renders the payout slip of one order on one page. */
export function renderSlip(pdf: PDFDocument, slip: SlipDocument): void {
  const type = createTypesetter(pdf, slip.language);
  const structure = startStructure(pdf, slip.language);
  const { document, leaf } = structure;
  const sheet = { pdf, type, structure };
  renderHead(sheet, slip);
  renderTotal(sheet, slip);
  let y = edge + 124;
  for (const group of slip.groups) {
    if (group.length === 0) continue;
    const table = structure.open('Table', document);
    for (const [label, value] of group) y = renderDottedRow(sheet, table, label, value, y);
    structure.close(table);
    y = renderPerforatedEdge(sheet, y);
  }
  renderCheck(sheet, slip, y + 6);
  slip.footer.forEach((text, index) => {
    const at = pdf.page.height - edge - (slip.footer.length - 1 - index) * 11 + 8;
    leaf('P', document, text, () => type.render(text, edge, at, { size: 7, colour: subtle }));
  });
  structure.end();
}

function renderHead({ pdf, type, structure }: Sheet, { brand, title, reference }: SlipDocument): void {
  const { document, leaf, artifact } = structure;
  const right = pdf.page.width - edge;
  artifact(() => {
    renderRosette(pdf, type, reference);
    renderLogo(pdf, type.placed(edge, 22), edge - 4, 22);
    renderBand(pdf, edge + 32);
  });
  leaf('P', document, brand, () => type.render(brand, edge + 28, edge + 13, { size: 15, bold: true, colour: ink }));
  leaf('H1', document, title, () => type.render(title, right, edge + 6, { size: 11, bold: true, colour: ink }, 'end'));
  leaf('P', document, reference, () => type.render(reference, right, edge + 20, { size: 9, colour: muted }, 'end'));
}

function renderTotal({ pdf, type, structure: { document, leaf } }: Sheet, slip: SlipDocument): void {
  const { label, amount, unit } = slip.total;
  const style = { size: fittingSize(type, slip), bold: true, colour: ink };
  leaf('P', document, label, () => type.render(label, edge, edge + 68, { size: 9, colour: muted }));
  const spokenAmount = `${amount} ${unit}`;
  const renderAmount = () => {
    const unitAt = edge + type.widthOf(amount, style) + 6;
    type.render(amount, edge, edge + 98, style);
    type.render(unit, unitAt, edge + 98, { size: 10, bold: true, colour: muted });
  };
  // The gap before the unit is no space, so a screen reader would take both for one word.
  leaf('P', document, spokenAmount, renderAmount, { ActualText: new String(spokenAmount) });
  const statusStyle = { size: 9, bold: true, colour: brandColor };
  leaf('P', document, slip.status, () =>
    type.render(slip.status, pdf.page.width - edge, edge + 68, statusStyle, 'end'),
  );
}

/** The largest size at which the amount fits beside its unit. */
function fittingSize(type: Typesetter, { total }: SlipDocument): number {
  const size = 28;
  const maxWidth = slipPage[0] - 2 * edge - 50;
  const wantedWidth = type.widthOf(total.amount, { size, bold: true });
  return wantedWidth <= maxWidth ? size : (size * maxWidth) / wantedWidth;
}

/** Label, dots and value; a long value takes as many lines as it needs. Returns where the next one begins. */
function renderDottedRow(sheet: Sheet, table: Branch, label: string, value: string, y: number): number {
  const { pdf, type, structure } = sheet;
  const right = pdf.page.width - edge;
  const style = { size: row.size, colour: ink };
  const lines = type.wrap(value, 215, style);
  const from = edge + type.widthOf(label, style) + 4;
  const to = right - type.widthOf(lines[0] ?? '', style) - 4;
  const element = structure.open('TR', table);
  structure.leaf('TH', element, label, () => type.render(label, edge, y, { ...style, colour: muted }), scope('Row'));
  if (to > from) {
    const begin = type.placed(from);
    const end = type.placed(to);
    structure.artifact(() =>
      pdf.save().lineWidth(0.7).dash(0.7, { space: 2.2 }).moveTo(begin, y).lineTo(end, y).stroke(subtle).restore(),
    );
  }
  structure.leaf('TD', element, value, () =>
    lines.forEach((text, index) => type.render(text, right, y + index * 12, style, 'end')),
  );
  structure.close(element);
  return y + row.lead + (lines.length - 1) * 12;
}

function renderPerforatedEdge({ pdf, structure }: Sheet, y: number): number {
  const at = y - 4;
  const right = pdf.page.width - edge;
  structure.artifact(() =>
    pdf.save().lineWidth(0.7).dash(3, { space: 3 }).moveTo(edge, at).lineTo(right, at).stroke(line).restore(),
  );
  return y + 12;
}

/** The QR code that leads to the page confirming this receipt, and the same address in letters. */
function renderCheck({ pdf, type, structure }: Sheet, { check }: SlipDocument, y: number): void {
  const { document, leaf } = structure;
  const corner = type.placed(edge, qrSize);
  const { height } = pdf.page;
  const box = { O: 'Layout', Placement: 'Block', BBox: [corner, height - y - qrSize, corner + qrSize, height - y] };
  const alt = new String(`${check.title} ${check.url}`);
  leaf('Figure', document, '', () => renderQrCode(pdf, check.url, corner, y), { Alt: alt, A: box });
  const x = edge + qrSize + 16;
  const width = pdf.page.width - edge - x;
  let at = y + 10;
  const write = (text: string, style: { size: number; bold?: boolean; colour: string }) => {
    leaf('P', document, text, () => {
      for (const part of type.wrap(text, width, style)) {
        type.render(part, x, at, style);
        at += style.size * 1.4;
      }
    });
    at += 3;
  };
  write(check.title, { size: 9, bold: true, colour: ink });
  write(check.text, { size: 8, colour: muted });
  write(check.url, { size: 7, colour: brandColor });
}

function renderQrCode(pdf: PDFDocument, url: string, x: number, y: number): void {
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const module = qrSize / size;
  data.forEach((cells, top) =>
    cells.forEach((dark, start) => {
      if (dark) pdf.rect(x + start * module, y + top * module, module + 0.02, module + 0.02);
    }),
  );
  pdf.fill('#000000');
}

/** The rosette of the reference, the same as on the customer and admin screens. */
function renderRosette(pdf: PDFDocument, type: Typesetter, reference: string): void {
  const box = 200;
  const corner = type.placed(pdf.page.width - 190, box);
  const rosette = rosettePath(reference);
  pdf.save().translate(corner, 24).opacity(0.12).lineWidth(0.6).path(rosette).stroke(brandColor).restore();
}

function renderBand(pdf: PDFDocument, y: number): void {
  const box = 360;
  const factor = (pdf.page.width - 2 * edge) / box;
  pdf.save().translate(edge, y).scale(factor).opacity(0.5).lineWidth(0.6);
  for (const band of [0, 1, 2] as const) pdf.path(bandPath(band)).stroke(brandColor);
  pdf.restore();
}

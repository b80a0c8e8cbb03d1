import type PDFDocument from 'pdfkit';

/** The light theme's colours, as they are printed. */
export const ink = '#121f1b';
export const muted = '#485651';
export const subtle = '#5b6a64';
export const line = '#d9d8cf';
export const brandColor = '#006774';

const mark = [
  'M1.09 13.4C7.2 13.1 10.6 9 13.2 1.07A11 11 0 0 1 22.91 13.4Z',
  'M1.54 15.4H22.46A11 11 0 0 1 21.58 17.4H2.42A11 11 0 0 1 1.54 15.4Z',
  'M3.68 19.2H20.32A11 11 0 0 1 18.32 21H5.68A11 11 0 0 1 3.68 19.2Z',
];

/** The headland of the logo, in a square of `size` points. */
export function renderLogo(pdf: PDFDocument, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / 24);
  for (const part of mark) pdf.path(part).fill(brandColor);
  pdf.restore();
}

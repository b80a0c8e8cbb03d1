import type PDFDocument from 'pdfkit';
import type { TableColumn, TableDocument } from './documents.ts';
import { ink, line, muted, renderLogo, subtle } from './palette.ts';
import { createTypesetter, type TextStyle } from './typesetter.ts';

/** A4, lying. */
export const tablePage = [841.89, 595.28] as const;

const edge = 36;
const gap = 8;
const rowHeight = 16;
const cell = { size: 7.5, colour: ink };
const heading = { size: 7.5, colour: muted, bold: true };
const small = { size: 7.5, colour: subtle };
/** Amounts are never truncated: a long one is set smaller, down to this. */
const minSize = 4;

/** Draws the list as its rows come, page after page; each page is written out as soon as the next begins. */
export function startTable(pdf: PDFDocument, table: TableDocument) {
  const type = createTypesetter(pdf, table.language);
  const columns = placed(table.columns, pdf.page.width - 2 * edge);
  const bottom = pdf.page.height - edge - 20;
  let page = 1;
  let count = 0;
  let y = renderHead(pdf, table, type);

  const fitted = (text: string, width: number, style: TextStyle): TextStyle => {
    const wanted = type.widthOf(text, style);
    return wanted <= width ? style : { ...style, size: Math.max(minSize, (style.size * width) / wanted) };
  };
  const renderRow = (values: readonly string[], style: TextStyle) => {
    columns.forEach(({ x, width, end }, index) => {
      const text = values[index] ?? '';
      type.render(text, end ? x + width : x, y + 10.5, fitted(text, width, style), end ? 'end' : 'start');
    });
    y += rowHeight;
    rule(pdf, y);
  };
  const renderFoot = () => {
    const at = pdf.page.height - edge + 4;
    type.render(table.footer, edge, at, small);
    type.render(table.pageLabel.replace('{page}', String(page)), pdf.page.width - edge, at, small, 'end');
  };
  const renderHeadings = () =>
    renderRow(
      columns.map(({ header }) => header),
      heading,
    );

  renderHeadings();
  return {
    addRows: (rows: readonly (readonly string[])[]): void => {
      for (const row of rows) {
        if (y + rowHeight > bottom) {
          renderFoot();
          pdf.addPage();
          page += 1;
          y = edge;
          renderHeadings();
        }
        renderRow(row, cell);
        count += 1;
      }
    },
    end: (): void => {
      type.render(
        table.total.replace('{count}', count.toLocaleString(`${table.language}-u-nu-latn`)),
        edge,
        y + 14,
        heading,
      );
      renderFoot();
    },
  };
}

/** Name, title and what the list is about; answers where the list begins. */
function renderHead(pdf: PDFDocument, table: TableDocument, type: ReturnType<typeof createTypesetter>): number {
  renderLogo(pdf, type.placed(edge, 20), edge - 2, 20);
  type.render(table.brand, edge + 26, edge + 14, { size: 14, bold: true, colour: ink });
  type.render(table.title, pdf.page.width - edge, edge + 14, { size: 14, bold: true, colour: ink }, 'end');
  let y = edge + 40;
  for (const [label, value] of table.details) {
    type.render(label, edge, y, { size: 8.5, colour: muted });
    for (const part of type.wrap(value, pdf.page.width - 2 * edge - 110, { size: 8.5 })) {
      type.render(part, edge + 110, y, { size: 8.5, colour: ink });
      y += 14;
    }
  }
  return y;
}

function rule(pdf: PDFDocument, y: number): void {
  pdf
    .lineWidth(0.5)
    .moveTo(edge, y)
    .lineTo(pdf.page.width - edge, y)
    .stroke(line);
}

function placed(columns: readonly TableColumn[], width: number) {
  let x = edge;
  return columns.map(({ header, share, end = false }) => {
    const made = { header, x, width: share * width - gap, end };
    x += share * width;
    return made;
  });
}

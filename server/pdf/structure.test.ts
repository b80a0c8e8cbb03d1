import { expect, test } from 'vitest';
import { readStructure, type PdfElement } from '#tests/factories/documents.ts';
import type { PdfDocument, SlipDocument, TableDocument } from './documents.ts';
import { renderPdf } from './render.ts';
import { runsOf } from './runs.ts';

const base = { language: 'en', brand: 'Bone & Sons <Ltd>', createdAt: new Date('2026-11-21T14:02:00Z') } as const;
const slip: SlipDocument = {
  ...base,
  kind: 'slip',
  title: 'Receipt',
  reference: 'LF-XAE3-5B',
  status: 'Completed',
  total: { label: 'Paid out to you', amount: '$371.88', unit: 'USD' },
  groups: [Object.entries({ Given: '0.01 BTC', Fee: 'None' }), [['Customer', 'Ada Obi']]],
  check: { url: 'https://landfall.test/receipt/abc', title: 'Is it genuine?', text: 'Scan the code.' },
  footer: ['Operated by Bone & Sons', 'Created 21 Nov 2026'],
};

const table: TableDocument = {
  ...base,
  kind: 'table',
  title: 'Transactions',
  details: [['Customer', 'Ada Obi']],
  columns: [
    { header: 'Date', share: 0.5 },
    { header: 'Amount', share: 0.5, end: true },
  ],
  footer: 'For your records.',
  pageLabel: 'Page {{page}}',
  total: 'Transactions: {{count}}',
};

async function renderedBytes(document: PdfDocument, rows: string[][] = []): Promise<Uint8Array> {
  async function* batches() {
    yield rows;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of renderPdf(document, batches())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Children of every element of this role, in order. */
function belowEach(role: string, pages: PdfElement[][]) {
  const elements = pages.flatMap((page) => page.flatMap(walk));
  return elements.flatMap(([item, below]) => (item === role ? [below] : []));
}
/** The rows of a list with their numbers. */
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => [`Day${index}`, `${index}.00`]);

test('a screen reader reads a receipt as heading, paragraphs and labelled values, in order', async () => {
  const { isTagged, pages, artifacts, viewer } = await readStructure(await renderedBytes(slip));
  expect(isTagged).toBe(true);
  expect(viewer).toMatchObject({ DisplayDocTitle: true });
  const elementsOf = (role: string, ...texts: string[]) => texts.map((text): PdfElement => [role, text]);
  const rowOf = ([label, value]: [string, string]): PdfElement => [
    'TR',
    [...elementsOf('TH', label), ...elementsOf('TD', value)],
  ];
  const tableOf = (values: Record<string, string>): PdfElement => ['Table', Object.entries(values).map(rowOf)];
  const { url, title, text } = slip.check ?? { url: '', title: '', text: '' };
  expect(pages[0]?.[0]?.[1]).toEqual([
    ...elementsOf('P', slip.brand),
    ['H1', 'Receipt'],
    ...elementsOf('P', 'LF-XAE3-5B', 'Paid out to you', '$371.88 USD', 'Completed'),
    tableOf({ Given: '0.01 BTC', Fee: 'None' }),
    tableOf({ Customer: 'Ada Obi' }),
    ['Figure', `${title} ${url}`],
    ...elementsOf('P', title, text, url, ...slip.footer),
  ]);
  expect(artifacts).toEqual(['']);
});

test('a screen reader reads a long list as one table with its headings once', async () => {
  const rows = rowsOf(80);
  const { pages, artifacts } = await readStructure(await renderedBytes(table, rows));
  expect(pages.length).toBeGreaterThan(2);
  expect(belowEach('H1', pages)).toEqual(['Transactions']);
  expect(belowEach('TH', pages)).toEqual(['Customer', 'Date', 'Amount']);
  expect(belowEach('TD', pages)).toEqual(['Ada Obi', ...rows.flat()]);
  expect(belowEach('P', pages)).toEqual([table.brand, 'Transactions: 80', 'For your records.']);
  expect(artifacts).toEqual([
    'Foryourrecords.Page1',
    ...pages.slice(1, -1).map((_, index) => `DateAmountForyourrecords.Page${index + 2}`),
    `DateAmountPage${pages.length}`,
  ]);
});

test('all rows of a very long list are read, and beyond two thousand as one text a page', async () => {
  const rows = rowsOf(2_100);
  const { pages } = await readStructure(await renderedBytes({ ...table, details: [] }, rows));
  expect(belowEach('TD', pages)).toEqual(rows.slice(0, 2_000).flat());
  const texts = belowEach('P', pages).slice(1, -2);
  expect(texts.join('').replace(/\s+/g, '')).toBe(rows.slice(2_000).flat().join(''));
});

test('a document has its title and language in metadata, with any brand', async () => {
  const file = Buffer.from(await renderedBytes({ ...slip, language: 'ar' })).toString('latin1');
  expect(file).toMatch(/\/Lang \(ar\)/);
  expect(file).toContain('<rdf:li xml:lang="x-default">Receipt</rdf:li>');
  expect(file).toContain('<rdf:li>Bone &amp; Sons &lt;Ltd&gt;</rdf:li>');
});

test('an Arabic name is read aloud in its own order, not in that of its glyphs', async () => {
  const name = 'محمد إسماعيل 12';
  const file = Buffer.from(await renderedBytes({ ...slip, language: 'ar', groups: [[['الاسم', name]]] }));
  const spokenName = Buffer.concat([
    Buffer.from('/ActualText (\xfe\xff', 'latin1'),
    Buffer.from(name, 'utf16le').swap16(),
  ]);
  expect(file.includes(spokenName)).toBe(true);
});

/** An element and all below it, in order. */
function walk(element: PdfElement): PdfElement[] {
  const [, below] = element;
  return typeof below === 'string' ? [element] : [element, ...below.flatMap(walk)];
}

const runsText = (line: string, language = 'en') =>
  runsOf(line, language).map(({ text, script, rtl }) => `${script}${rtl ? ' <' : ''} ${text}`);

test('a screen reader gets a Latin line as one text run', () => {
  expect(runsText('Zoë Łukasz, Игорь ₦1,482.50')).toEqual(['latin Zoë Łukasz, Игорь ₦1,482.50']);
  expect(runsText('')).toEqual([]);
});

test('ideographs have the shapes of the language beside them, else of the reader', () => {
  expect(runsText('王小明')).toEqual(['chinese 王小明']);
  expect(runsText('山田タロウ')).toEqual(['japanese 山田タロウ']);
  expect(runsText('金 민수')).toEqual(['korean 金', 'latin  ', 'korean 민수']);
  expect(runsText('山田', 'ja')).toEqual(['japanese 山田']);
});

test('an Arabic line is set from right to left, with its numbers and Latin words left to right', () => {
  expect(runsText('البنك 123 ABC')).toEqual(['latin ABC', 'arabic <  ', 'latin 123', 'arabic < البنك ']);
  expect(runsText('رقم ١٢٣')).toEqual(['arabic ١٢٣', 'arabic < رقم ']);
});

test('brackets inside Arabic are mirrored', () => {
  expect(runsText('محمد (علي)')).toEqual(['latin < (', 'arabic < علي', 'latin < )', 'arabic < محمد ']);
});

test('invisible marks that reverse a line are removed', () => {
  expect(runsText('Ada \u202e0001\u202c USD\u200f')).toEqual(['latin Ada 0001 USD']);
});

// Lists of the screens of money without a row, and with many rows of long names and large sums.
import type { Step } from './interactions.ts';
import { changed } from './team-answers.ts';

type Row = Record<string, unknown>;

/** Nothing is in the list at this address. */
export const withoutRows = (path: RegExp): Step => changed<Row[]>(path, () => []);

const names = [
  'Maria Cristina dela Cruz-Villanueva y Santos',
  'Adaeze Nwankwo-Abdulrahman Oluwaseun Okonkwo',
  'Friederike Brandenburg-Hohenstaufen',
  'Li Na',
];

/** The rows of the list many times, each with a name of its own and a larger sum. */
const manyTimes = (path: RegExp, change: (row: Row, at: number) => Row): Step =>
  changed<Row[]>(path, (rows) =>
    Array.from({ length: 20 }, (_none, index) => ({
      ...rows[index % rows.length],
      id: `0b0e8a1e-5a52-4a57-9d1c-${String(index).padStart(12, '0')}`,
    })).map((row, index) => change(row, index)),
  );

const nameOf = (at: number): string => names[at % names.length] ?? '';

export const manyRefunds = manyTimes(/\/api\/admin\/refunds(\?|$)/, (row, at) => ({
  ...row,
  userName: nameOf(at),
  amount: 999_999.123_456_78 / (at + 1),
  reason: 'The customer sent twice what was agreed, and asked for the second transfer back by telephone.',
}));

export const manyUnmatched = manyTimes(/\/api\/admin\/unmatched(\?|$)/, (row, at) => ({
  ...row,
  amount: 99_999.12 / (at + 1),
  lease: { ...(row.lease as Row), userName: nameOf(at) },
}));

export const manyOffers = manyTimes(/\/api\/admin\/offers(\?|$)/, (row, at) => ({ ...row, userName: nameOf(at) }));

const linesOfKinds = changed<Row[]>(/\/api\/admin\/statement-lines\?/, (rows) =>
  rows.length === 0
    ? rows
    : Array.from({ length: 8 }, (_none, index) => ({
        ...rows[0],
        id: `0b0e8a1e-5a52-4a57-9d1c-${String(index).padStart(12, '0')}`,
        text: `TRF/${String(rows[0]?.text)}/FRM LANDFALL EXCHANGE LIMITED TO ${nameOf(index).toUpperCase()}/REF 000${index}`,
        amount: `${999_999 * (index + 1)}.50`,
      })),
);

/** Lines of each kind, with the long texts that banks write. */
export const manyLines: Step = async (page) => {
  await linesOfKinds(page);
  const counts = { exact: 8, proposed: 8, unmatched: 8 };
  await changed<Row[]>(/\/api\/admin\/statements\?/, (rows) => rows.map((row) => ({ ...row, ...counts })))(page);
};

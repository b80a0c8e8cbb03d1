import { bookedDay } from '../books.days.ts';
import { titleOf, type ExportedEntry } from './books.export.types.ts';

const heading = (month: string) =>
  [`; The book of ${month}. What an account is debited with is positive, what it is credited with negative.`, ''].join(
    '\n',
  );

/** Letters alone need no quotes. */
const commodity = (unit: string) => (/^[A-Z]+$/.test(unit) ? unit : `"${unit}"`);

/** One line of text: hledger ends a comment where the line does. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The journal of a month for hledger, piece by piece. The account that a line leaves is debited and the one that it
 * reaches credited, as accountants write it: assets are positive, debts negative.
 */
export async function* hledgerOf(
  month: string,
  batches: AsyncIterable<readonly ExportedEntry[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${heading(month)}decimal-mark .\n\n`);
  const declaredDirectives = new Set<string>();
  const declare = (directive: string) => {
    if (declaredDirectives.has(directive)) return '';
    declaredDirectives.add(directive);
    return `${directive}\n`;
  };
  for await (const entries of batches) {
    const names = entries.flatMap(({ lines }) =>
      lines.flatMap(({ from, to, unit }) => [`account ${from}`, `account ${to}`, `commodity ${commodity(unit)}`]),
    );
    yield Buffer.from(names.map(declare).join('') + entries.map(transactionOf).join(''));
  }
}

function transactionOf(entry: ExportedEntry): string {
  const { key, at, reason, late, lines } = entry;
  const comments = [
    ...(late ? [`happened on ${at.slice(0, 10)}, when its month was closed`] : []),
    ...(reason ? [oneLine(reason)] : []),
  ];
  return [
    `\n${bookedDay(entry)} * (${key}) ${titleOf(entry)}\n`,
    ...comments.map((comment) => `    ; ${comment}\n`),
    ...lines.flatMap(({ from, to, unit, amount, base }) => {
      const worth = base === null ? 'no rate' : `${base} USD`;
      return [
        `    ${from}  ${amount} ${commodity(unit)}  ; ${worth}\n`,
        `    ${to}  -${amount} ${commodity(unit)}  ; ${worth}\n`,
      ];
    }),
  ].join('');
}

import { decimal, toWire } from '#shared/kernel/money.ts';

/**
 * The JSON number of a stored decimal text: `toWire(decimal(text))` at a ninth of its time, for lists of many amounts.
 */
export const textToWire = (text: string): number => Number(text);

type WireRow<Row, Amount extends keyof Row> = {
  [Name in keyof Row]: Name extends Amount
    ? number | Extract<Row[Name], null>
    : Date extends Row[Name]
      ? string | Exclude<Row[Name], Date>
      : Row[Name];
};

/** Converts a row for an answer: these columns of exact text become JSON numbers, and every moment ISO text. */
export function toWireRow<Row extends object, Amount extends keyof Row = never>(
  row: Row,
  ...amounts: readonly Amount[]
): WireRow<Row, Amount> {
  const wireValue = (name: string, value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'string' && amounts.some((item) => item === name) ? toWire(decimal(value)) : value;
  };
  // Entries lose the names; `wireValue` converts exactly the columns that the type converts.
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wireValue(name, value)])) as WireRow<
    Row,
    Amount
  >;
}

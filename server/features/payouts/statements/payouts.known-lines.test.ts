import { expect, test } from 'vitest';
import { processorSeconds } from '#tests/setup/machine.ts';
import { knownInOtherFormats, type ComparedLine } from './payouts.known-lines.ts';

let number = 0;
const aLine = (changes: Partial<ComparedLine> = {}): ComparedLine => ({
  bookedOn: '2026-11-24',
  direction: 'out',
  amount: '93.02',
  text: '',
  endToEndId: '',
  counterpartyName: '',
  fingerprint: `f${(number += 1)}`,
  occurrence: 1,
  ...changes,
});
const countOf = async (lines: ComparedLine[], storedLines: ComparedLine[]) =>
  (await knownInOtherFormats(lines, storedLines)).size;
const id = { endToEndId: 'LF-7K3M-Q2-1' };

test.each<[string, Partial<ComparedLine>, Partial<ComparedLine>, number]>([
  ['our id in both', id, { endToEndId: 'LF7K3MQ21', text: 'other' }, 1],
  ['an order where one has no id', id, { text: 'lf 7k3m q2 Ada' }, 1],
  ['an order, the other way round', { text: 'lf 7k3m q2 Ada' }, id, 1],
  ['an order in both', { text: 'LF-7K3M-Q2' }, { text: 'rent LF7K3MQ2', endToEndId: 'NOTPROVIDED' }, 1],
  ['name and text', { text: 'Rent 11', counterpartyName: 'Ada' }, { text: 'RENT 11', counterpartyName: 'ADA' }, 1],
  ['an id of somebody else and the text', { endToEndId: 'E1', text: 'rent' }, { text: 'rent' }, 1],
  ['two ids of one order', id, { endToEndId: 'LF-7K3M-Q2-2' }, 0],
  ['another order', { text: 'LF7K3MQ2' }, { text: 'LF9XW24B' }, 0],
  ['another day', id, { ...id, bookedOn: '2026-11-25' }, 0],
  ['another sum', id, { ...id, amount: '93.03' }, 0],
  ['the other way', id, { ...id, direction: 'in' }, 0],
  ['another text', { text: 'rent' }, { text: 'salary' }, 0],
])('a booking of another format is recognised by %s', async (_name, line, stored, count) => {
  expect(await countOf([aLine(line)], [aLine(stored)])).toBe(count);
});

test('the lines of an account are recognised, and a further payment is a new one', async () => {
  expect(await countOf([aLine(id), aLine(id), aLine(id)], [aLine(id), aLine(id)])).toBe(2);
});

test('a stored line recognised by its own reference is not used for another line', async () => {
  const sameLine = aLine(id);
  expect(await countOf([aLine(id), sameLine], [sameLine])).toBe(0);
});

test('forty thousand equal bookings are compared as fast as different ones', async () => {
  const compared = (count: number, fieldsOf: (index: number) => Partial<ComparedLine>) => {
    const many = () => Array.from({ length: count }, (_, index) => aLine(fieldsOf(index)));
    const [lines, stored] = [many(), many()];
    return processorSeconds(async () => expect(await countOf(lines, stored)).toBe(count));
  };
  const different = await compared(10_000, (index) => ({ amount: `${index + 1}.00` }));
  const equal = await compared(40_000, () => id);
  // Four times as many; compared each with each they take about a hundred times as long.
  expect(equal / different).toBeLessThan(20);
}, 60_000);

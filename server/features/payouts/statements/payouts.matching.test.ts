import { expect, test } from 'vitest';
import { matchLines, type Finding, type MatchAttempt, type MatchLine, type MatchSources } from './payouts.matching.ts';
import { namesIn } from './payouts.references.ts';

const ofFirst = { id: 'a1', payoutId: 'p1', reference: 'LF-7K3M-Q2', endToEndId: 'LF-7K3M-Q2-1' };
const sentAttempt = { amount: '93.02', currency: 'EUR', state: 'sent', isReleased: true, hasLine: false } as const;
const attempt = (changes: Partial<MatchAttempt> = {}): MatchAttempt => ({
  ...ofFirst,
  ...sentAttempt,
  ...changes,
});
const ofSecond = { id: 'a2', payoutId: 'p2', reference: 'LF-9XW2-4B', endToEndId: 'LF-9XW2-4B-1' };
const second = attempt({ ...ofSecond, amount: '1250.00' });
const line = (amount: string, text = '', { endToEndId = '', ...more }: Partial<MatchLine> = {}): MatchLine => ({
  id: '1',
  direction: amount.startsWith('+') ? 'in' : 'out',
  amount: amount.replace('+', ''),
  currency: 'EUR',
  endToEndId,
  ...namesIn({ text, endToEndId }),
  ...more,
});
const exchange = { id: 'o9', reference: 'LF-5T2R-8C', amount: '200.00', currency: 'EUR' };
const sourcesOf = (
  attempts: MatchAttempt[] = [attempt(), second],
  extraMatchSources: Partial<MatchSources> = {},
): MatchSources => ({
  attempts,
  batches: [{ reference: 'B-000007', amount: '1343.02', currency: 'EUR', attempts }],
  exchanges: [exchange],
  references: ['LF-7K3M-Q2', 'LF-9XW2-4B', 'LF-5T2R-8C'],
  feeTolerance: { percent: '1', max: '5' },
  ...extraMatchSources,
});
const find = async (lines: MatchLine[], attempts?: MatchAttempt[], earlier?: MatchLine[]): Promise<Finding[]> => {
  const result = await matchLines(lines, sourcesOf(attempts), earlier);
  return [...lines, ...(earlier ?? [])].flatMap(({ id }) => result.get(id) ?? []);
};

/** A booking whose text names the order of the attempt. */
const paidLine = (amount: string, changes: Partial<MatchLine> = {}) => line(amount, 'LF7K3MQ2', changes);
const proposed = (rule: Finding['rule'], changes: Partial<Finding> = {}) =>
  ({ state: 'proposed', rule, ...changes }) as const;
const unmatched = (rule: Finding['rule'], changes: Partial<Finding> = {}) =>
  ({ state: 'unmatched', rule, ...changes }) as const;
const alarm = (rule: Finding['rule']) => unmatched(rule, { isAlarm: true });
const openAttempt = attempt({ state: 'open' });
const settledAttempt = attempt({ state: 'settled', hasLine: true });
const unreleased = attempt({ state: 'open', isReleased: false });
const digits = attempt({ reference: 'LF-10KM-Q2' });

type Case = [name: string, line: MatchLine, attempts: MatchAttempt[], expected: Partial<Finding>];
test.each<Case>([
  ['exact, by text', line('93.02', 'lf 7k3m q2'), [attempt()], proposed('exact')],
  ['exact, in one word with the attempt', line('93.02', 'LF7K3MQ21'), [attempt()], proposed('exact')],
  ['exact, by the returned id', line('93.02', '', { endToEndId: 'LF7K3MQ21' }), [attempt()], proposed('exact')],
  ['exact, O and I read for digits', line('93.02', 'LF-IOKM-Q2'), [digits], proposed('exact')],
  ['exact, said by a member before', paidLine('93.02'), [attempt({ state: 'settled' })], proposed('exact')],
  ['batch', line('1343.02', 'SAMMLER B-000007'), [attempt(), second], proposed('batch')],
  ['batch with one already settled', line('1343.02', 'B000007'), [attempt({ hasLine: true }), second], unmatched(null)],
  ['fee', paidLine('93.37'), [attempt()], proposed('fee_deducted', { fee: '0.35' })],
  ['a cent less', paidLine('93.01'), [attempt()], unmatched('amount_differs')],
  ['more than a fee', paidLine('95.00'), [attempt()], unmatched('amount_differs')],
  ['ten times as much', paidLine('930.20'), [attempt()], unmatched('amount_differs')],
  ['the amount alone', line('93.02', 'rent'), [attempt()], unmatched('amount_only')],
  ['released only', paidLine('93.02'), [openAttempt], proposed('not_sent')],
  ['in a batch that nobody released', paidLine('93.02'), [unreleased], alarm('not_sent')],
  ['never attempted', paidLine('93.02'), [], alarm('not_sent')],
  ['withdrawn, and paid', paidLine('93.02'), [attempt({ state: 'void' })], alarm('not_sent')],
  ['paid twice', paidLine('93.02'), [attempt({ hasLine: true })], alarm('paid_twice')],
  ['in, never sent', paidLine('+93.02'), [openAttempt], unmatched('wrong_direction')],
  ['return', paidLine('+93.02'), [settledAttempt], proposed('return')],
  ['return less a fee', paidLine('+92.52'), [attempt()], proposed('return', { fee: '0.50' })],
  ['return of half', paidLine('+46.51'), [attempt()], unmatched('amount_differs')],
  ['another currency', paidLine('93.02', { currency: 'USD' }), [attempt()], { state: 'unmatched', isAlarm: true }],
  ['two orders in one text', line('93.02', 'LF7K3MQ2 LF9XW24B'), [attempt(), second], unmatched(null)],
  ['incoming', line('+200.00', 'LF 5T2R 8C'), [], proposed('incoming')],
  ['incoming, another amount', line('+199.00', 'LF5T2R8C'), [], unmatched('amount_differs')],
  ['incoming, two references', line('+200.00', 'LF5T2R8C LF7K3MQ2'), [], unmatched(null)],
  ['anything else', line('12.00', 'bank fees'), [attempt()], unmatched(null, { candidates: [] })],
])('%s', async (_name, line, attempts, expected) => {
  const references = [...attempts.map(({ reference }) => reference), 'LF-7K3M-Q2', 'LF-9XW2-4B', 'LF-5T2R-8C'];
  const result = await matchLines([line], sourcesOf(attempts, { references }));
  expect(result.get('1')).toMatchObject(expected);
});

test('a different amount is shown with its difference', async () => {
  const results = await Promise.all(['93.01', '95.00', '930.20'].map((amount) => find([paidLine(amount)])));
  const differences = results.map(([finding]) => finding?.candidates[0]?.difference);
  expect(differences).toEqual(['-0.01', '1.98', '837.18']);
});

test('the first of two lines for one attempt is proposed, and the second is an alarm', async () => {
  expect(await find([paidLine('93.02'), paidLine('93.02', { id: '2' })])).toMatchObject([
    proposed('exact'),
    alarm('paid_twice'),
  ]);
});

test('an exact line is matched before a weaker one above it', async () => {
  const result = await find([paidLine('93.37'), paidLine('93.02', { id: '2' })]);
  expect(result).toMatchObject([{ rule: 'amount_differs' }, { rule: 'exact' }]);
});

test('a payment in parts is proposed with its last part, also across files', async () => {
  const first = paidLine('60.00');
  const last = paidLine('33.02', { id: '2' });
  expect(await find([first])).toMatchObject([unmatched('amount_differs')]);
  const splitFinding = proposed('split', { split: ['1', '2'] });
  expect(await find([first, last])).toMatchObject([splitFinding, splitFinding]);
  expect(await find([last], [attempt()], [first])).toMatchObject([splitFinding, splitFinding]);
  const sixth = Array.from({ length: 6 }, (_, index) =>
    paidLine(index === 5 ? '43.02' : '10.00', { id: String(index) }),
  );
  expect((await find(sixth)).every(({ state }) => state === 'unmatched')).toBe(true);
});

test('the text of an order after a return means the attempt that was sent again', async () => {
  const secondAttempt = attempt({ id: 'a3', endToEndId: 'LF-7K3M-Q2-2' });
  const result = await find([paidLine('93.02')], [attempt({ state: 'returned', hasLine: false }), secondAttempt]);
  expect(result).toMatchObject([proposed('exact')]);
});

import { expect, test } from 'vitest';
import { matchLines, type Finding, type MatchAttempt, type MatchLine, type MatchSources } from './payouts.matching.ts';

const attempt = (more: Partial<MatchAttempt> = {}): MatchAttempt => ({
  id: 'a1',
  payoutId: 'p1',
  reference: 'LF-7K3M-Q2',
  endToEndId: 'LF-7K3M-Q2-1',
  amount: '93.02',
  currency: 'EUR',
  state: 'sent',
  isReleased: true,
  hasLine: false,
  ...more,
});
const second = attempt({
  id: 'a2',
  payoutId: 'p2',
  reference: 'LF-9XW2-4B',
  endToEndId: 'LF-9XW2-4B-1',
  amount: '1250.00',
});
const line = (amount: string, text = '', more: Partial<MatchLine> = {}): MatchLine => ({
  id: '1',
  direction: amount.startsWith('+') ? 'in' : 'out',
  amount: amount.replace('+', ''),
  currency: 'EUR',
  text,
  endToEndId: '',
  ...more,
});
const exchange = { id: 'o9', reference: 'LF-5T2R-8C', amount: '200.00', currency: 'EUR' };
const sourcesOf = (attempts: MatchAttempt[] = [attempt(), second], more: Partial<MatchSources> = {}): MatchSources => ({
  attempts,
  batches: [{ reference: 'B-000007', amount: '1343.02', currency: 'EUR', attempts }],
  exchanges: [exchange],
  references: ['LF-7K3M-Q2', 'LF-9XW2-4B', 'LF-5T2R-8C'],
  feeTolerance: { percent: '1', max: '5' },
  ...more,
});
const find = async (lines: MatchLine[], attempts?: MatchAttempt[], earlier?: MatchLine[]): Promise<Finding[]> => {
  const found = await matchLines(lines, sourcesOf(attempts), earlier);
  return [...lines, ...(earlier ?? [])].flatMap(({ id }) => found.get(id) ?? []);
};

type Case = [name: string, line: MatchLine, attempts: MatchAttempt[], expected: Partial<Finding>];
test.each<Case>([
  ['exact, by text', line('93.02', 'lf 7k3m q2'), [attempt()], { state: 'proposed', rule: 'exact' }],
  [
    'exact, in one word with the attempt',
    line('93.02', 'LF7K3MQ21'),
    [attempt()],
    { state: 'proposed', rule: 'exact' },
  ],
  ['exact, by the returned id', line('93.02', '', { endToEndId: 'LF7K3MQ21' }), [attempt()], { rule: 'exact' }],
  [
    'exact, O and I read for digits',
    line('93.02', 'LF-IOKM-Q2'),
    [attempt({ reference: 'LF-10KM-Q2' })],
    { rule: 'exact' },
  ],
  ['exact, said by a member before', line('93.02', 'LF7K3MQ2'), [attempt({ state: 'settled' })], { rule: 'exact' }],
  ['batch', line('1343.02', 'SAMMLER B-000007'), [attempt(), second], { state: 'proposed', rule: 'batch' }],
  ['batch with one already settled', line('1343.02', 'B000007'), [attempt({ hasLine: true }), second], { rule: null }],
  ['fee', line('93.37', 'LF7K3MQ2'), [attempt()], { state: 'proposed', rule: 'fee_deducted', fee: '0.35' }],
  ['a cent less', line('93.01', 'LF7K3MQ2'), [attempt()], { state: 'unmatched', rule: 'amount_differs' }],
  ['more than a fee', line('95.00', 'LF7K3MQ2'), [attempt()], { state: 'unmatched', rule: 'amount_differs' }],
  ['ten times as much', line('930.20', 'LF7K3MQ2'), [attempt()], { state: 'unmatched', rule: 'amount_differs' }],
  ['the amount alone', line('93.02', 'rent'), [attempt()], { state: 'unmatched', rule: 'amount_only' }],
  ['released only', line('93.02', 'LF7K3MQ2'), [attempt({ state: 'open' })], { state: 'proposed', rule: 'not_sent' }],
  [
    'in a batch that nobody released',
    line('93.02', 'LF7K3MQ2'),
    [attempt({ state: 'open', isReleased: false })],
    { state: 'unmatched', rule: 'not_sent', isAlarm: true },
  ],
  ['never attempted', line('93.02', 'LF7K3MQ2'), [], { state: 'unmatched', rule: 'not_sent', isAlarm: true }],
  ['withdrawn, and paid', line('93.02', 'LF7K3MQ2'), [attempt({ state: 'void' })], { rule: 'not_sent', isAlarm: true }],
  [
    'paid twice',
    line('93.02', 'LF7K3MQ2'),
    [attempt({ hasLine: true })],
    { state: 'unmatched', rule: 'paid_twice', isAlarm: true },
  ],
  [
    'in, never sent',
    line('+93.02', 'LF7K3MQ2'),
    [attempt({ state: 'open' })],
    { state: 'unmatched', rule: 'wrong_direction' },
  ],
  [
    'return',
    line('+93.02', 'LF7K3MQ2'),
    [attempt({ state: 'settled', hasLine: true })],
    { state: 'proposed', rule: 'return' },
  ],
  ['return less a fee', line('+92.52', 'LF7K3MQ2'), [attempt()], { state: 'proposed', rule: 'return', fee: '0.50' }],
  ['return of half', line('+46.51', 'LF7K3MQ2'), [attempt()], { state: 'unmatched', rule: 'amount_differs' }],
  [
    'another currency',
    line('93.02', 'LF7K3MQ2', { currency: 'USD' }),
    [attempt()],
    { state: 'unmatched', isAlarm: true },
  ],
  [
    'two orders in one text',
    line('93.02', 'LF7K3MQ2 LF9XW24B'),
    [attempt(), second],
    { state: 'unmatched', rule: null },
  ],
  ['incoming', line('+200.00', 'LF 5T2R 8C'), [], { state: 'proposed', rule: 'incoming' }],
  ['incoming, another amount', line('+199.00', 'LF5T2R8C'), [], { state: 'unmatched', rule: 'amount_differs' }],
  ['incoming, two references', line('+200.00', 'LF5T2R8C LF7K3MQ2'), [], { state: 'unmatched', rule: null }],
  ['anything else', line('12.00', 'bank fees'), [attempt()], { state: 'unmatched', rule: null, candidates: [] }],
])('%s', async (_name, given, attempts, expected) => {
  const references = [...attempts.map(({ reference }) => reference), 'LF-7K3M-Q2', 'LF-9XW2-4B', 'LF-5T2R-8C'];
  const found = await matchLines([given], sourcesOf(attempts, { references }));
  expect(found.get('1')).toMatchObject(expected);
});

test('what differs is shown with its difference', async () => {
  const lines = ['93.01', '95.00', '930.20'].map((amount) => find([line(amount, 'LF7K3MQ2')]));
  const differences = (await Promise.all(lines)).map(([finding]) => finding?.candidates[0]);
  expect(differences.map((candidate) => candidate?.difference)).toEqual(['-0.01', '1.98', '837.18']);
});

test('of two lines that fit one attempt the first is proposed, the second an alarm', async () => {
  const found = await find([line('93.02', 'LF7K3MQ2'), line('93.02', 'LF7K3MQ2', { id: '2' })]);
  expect(found).toMatchObject([{ rule: 'exact' }, { rule: 'paid_twice', isAlarm: true, state: 'unmatched' }]);
});

test('an exact line is found before a weaker one above it takes its attempt', async () => {
  expect(await find([line('93.37', 'LF7K3MQ2'), line('93.02', 'LF7K3MQ2', { id: '2' })])).toMatchObject([
    { rule: 'amount_differs' },
    { rule: 'exact' },
  ]);
});

test('a payment in parts is proposed when the last part is there, of an earlier file too', async () => {
  const [first, last] = [line('60.00', 'LF7K3MQ2'), line('33.02', 'LF7K3MQ2', { id: '2' })];
  expect(await find([first])).toMatchObject([{ state: 'unmatched', rule: 'amount_differs' }]);
  const split = { state: 'proposed', rule: 'split', split: ['1', '2'] };
  expect(await find([first, last])).toMatchObject([split, split]);
  expect(await find([last], [attempt()], [first])).toMatchObject([split, split]);
  const sixth = Array.from({ length: 6 }, (_, at) =>
    line(at === 5 ? '43.02' : '10.00', 'LF7K3MQ2', { id: String(at) }),
  );
  expect((await find(sixth)).every(({ state }) => state === 'unmatched')).toBe(true);
});

test('after a return, the text of the order means the attempt that was sent again', async () => {
  const again = attempt({ id: 'a3', endToEndId: 'LF-7K3M-Q2-2' });
  const found = await find([line('93.02', 'LF7K3MQ2')], [attempt({ state: 'returned', hasLine: false }), again]);
  expect(found).toMatchObject([{ state: 'proposed', rule: 'exact' }]);
});

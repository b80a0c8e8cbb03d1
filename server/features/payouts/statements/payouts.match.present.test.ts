import { expect, it } from 'vitest';
import type { StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { matchOf } from './payouts.match.present.ts';
import type { MatchOfLine } from './payouts.match.queries.ts';

const row: MatchOfLine = {
  lineId: 'a line',
  rule: 'manual',
  role: 'settled',
  amount: '100.000000000000000000',
  at: new Date('2026-03-02T10:00:00Z'),
  byId: 'a member',
  byName: 'Ann Payer',
  transactionId: null,
  payoutId: 'a payout',
  reference: 'LF-A',
  payoutAmount: '100.000000000000000000',
};
const fee: MatchOfLine = { ...row, role: 'fee', amount: '1.500000000000000000' };
const view: NonNullable<StatementLineView['match']> = {
  rule: 'manual',
  payouts: [{ id: 'a payout', reference: 'LF-A', amount: '100.00' }],
  transactionId: null,
  fee: null,
  by: { id: 'a member', name: 'Ann Payer' },
  at: '2026-03-02T10:00:00.000Z',
};

it.each<[string, MatchOfLine[], StatementLineView['match']]>([
  ['nothing', [], null],
  ['a payout', [row], view],
  ['a payout and a charge', [fee, row], { ...view, fee: '1.50' }],
  [
    'two payouts',
    [row, { ...row, payoutId: 'another', reference: 'LF-B', payoutAmount: '7' }],
    { ...view, payouts: [...view.payouts, { id: 'another', reference: 'LF-B', amount: '7.00' }] },
  ],
  [
    'an exchange',
    [{ ...row, role: 'incoming', payoutId: null, reference: null, payoutAmount: null, transactionId: 'an order' }],
    { ...view, payouts: [], transactionId: 'an order' },
  ],
  ['the product by itself', [{ ...row, byId: null, byName: null }], { ...view, by: null }],
])('the administrator sees that a line is matched with %s', (_, rows, match) => {
  expect(matchOf(rows, 'USD')).toEqual(match);
});

import { randomUUID } from 'node:crypto';
import { amountOf } from '#shared/kernel/money.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { anOrder, worthUsd } from './orders.ts';
import { camtOf, type openStatements } from './statements.ts';

export type Answer = { status: number; body: object };
/** A customer or a member acts; `pick` selects one of several rows, and the variant. */
export type Calls = Record<string, (pick: number) => Promise<Answer>>;

type Member = { token: string };
type Life = {
  exchange: { id: string; reference: string };
  reviewer: Member;
  payer: Member;
  statements: ReturnType<typeof openStatements>;
  some: (name: 'payout' | 'line', pick: number) => Promise<Record<string, unknown>>;
  call: (member: Member, method: string, path: string, sent: object) => Promise<Answer>;
  post: (member: Member, path: string, json: object) => Promise<Answer>;
};

/** An exchange of 100 euros for 110 dollars. */
export async function anExchangeOf({ app, row }: Testbed, customer: Parameters<typeof anOrder>[1]) {
  const gives = { type: 'fiat', currency: 'EUR' } as const;
  const terms = {
    ...worthUsd('110.00'),
    gives,
    amount: amountOf('sent', '100.00'),
    payoutCurrency: 'USD',
    deposit: null,
  };
  const id = await anOrder(app.deps, customer, terms);
  return { id, reference: String((await row('select reference from orders where id = $1', [id])).reference) };
}

const returnedSums = ['100.00', '40.00', '60.01'];

/** The decisions about the exchange of a life, and the bank's bookings: its money, payouts, and returned ones. */
export function callsOfStatements({ exchange, reviewer, payer, statements, some, call, post }: Life): Calls {
  const { upload, listOf, match, undo, account } = statements;
  const decide = (status: string, fields: object) =>
    call(reviewer, 'PUT', `admin/transactions/${exchange.id}/status`, { json: { status, ...fields } });
  /** A booking is imported, and a member confirms its proposed match. */
  async function bookLine(amount: string, direction: 'in' | 'out', text: string) {
    const importedStatement = await upload(camtOf([amount, direction, text]));
    if (importedStatement.status !== 201) return importedStatement;
    const [line] = await listOf(`statement-lines?statement=${String(importedStatement.body.id)}`);
    return match(line);
  }
  const bookedOf = (direction: 'in' | 'out') => async (pick: number) => {
    const { amount = '1.00', reference = 'LF-NONE' } = await some('payout', pick);
    return bookLine(Number(amount).toFixed(2), direction, String(reference));
  };
  const amendment = (member: Member, form: Record<string, string>) =>
    call(member, 'POST', `admin/transactions/${exchange.id}/amendments`, { form: { ...form, note: 'Sent back' } });
  return {
    approveExchange: () => post(reviewer, `transactions/${exchange.id}/payout`, { reason: 'Tried' }),
    completeExchange: () => decide('completed', { reason: 'Tried' }),
    rejectExchange: () => decide('rejected', { adminNotes: 'No.' }),
    reverseExchange: () => amendment(reviewer, { kind: 'reversal', transactionId: `R-${randomUUID()}` }),
    moneyBack: (pick) => {
      const amount = returnedSums[pick % returnedSums.length] ?? '100.00';
      const transactionId = `W-${randomUUID()}`;
      return amendment(payer, { kind: 'money_back', amount, transactionId, accountId: account.id });
    },
    payIn: () => bookLine('100.00', 'in', exchange.reference),
    bookOut: bookedOf('out'),
    bookBack: bookedOf('in'),
    undoLine: async (pick) => undo({ id: (await some('line', pick)).id }),
  };
}

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Composition } from '#server/compose.ts';
import {
  issueReference,
  lockActiveCustomer,
  openOrder,
  type OrderDraft,
} from '#server/features/orders/open/orders.opening.service.ts';
import { lockOrder } from '#server/features/orders/orders.queries.ts';
import { hasStatus, moveOrder } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { amountOf, decimal, rateOf, unnamedAmount } from '#shared/kernel/money.ts';
import { customerRights, memberRights } from '#tests/factories/rights.ts';

/** A verified user inserted in the database, as an actor of a request. */
export async function aUser(pool: Pool, changes: Partial<TestUser> = {}): Promise<Actor> {
  const defaultUser: TestUser = {
    role: 'customer',
    firstName: 'Ada',
    lastName: 'Obi',
    email: `p.${randomUUID()}@example.com`,
  };
  const { role, firstName, lastName, email } = { ...defaultUser, ...changes };
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (email, email_verified_at, first_name, last_name, role) values ($1, now(), $2, $3, $4)
    returning id`,
    [email, firstName, lastName, role],
  );
  const rights = role === 'customer' ? customerRights : memberRights('owner');
  return { userId: rows[0]?.id ?? '', role, email, sessionId: randomUUID(), requestId: randomUUID(), ...rights };
}

type TestUser = { role: 'customer' | 'admin'; firstName: string; lastName: string; email: string };

export const litecoin = { id: 'litecoin', name: 'Litecoin', symbol: 'LTC', color: '#345d9d' };

export const bankDetails = {
  method: 'bank',
  accountName: 'Ada Obi',
  accountNumber: '0123456789',
  bankName: 'First Bank',
} as const;

/** The terms of an exchange of 1,000 pesos into 16.97 US dollars, with its proof. */
export const ofPesos: Partial<OrderDraft> = {
  gives: { type: 'fiat', currency: 'PHP' },
  amount: amountOf('sent', '1000'),
  rate: rateOf('sent', 'payout', '0.0169779'),
  grossAmount: unnamedAmount('payout', '16.97'),
  feePercent: decimal('0'),
  feeAmount: unnamedAmount('payout', '0'),
  payoutAmount: unnamedAmount('payout', '16.97'),
  valueUsd: amountOf('usd', '16.98'),
  deposit: null,
};

/** The customer with this id as the actor of a request. */
const customerOf = ({ id, email }: { id: string; email: string }): Actor => ({
  ...customerRights,
  userId: id,
  role: 'customer',
  email,
  sessionId: '',
  requestId: '',
});

/** The terms of a sale of Bitcoin with a fee of 5 %, without its owner, its reference and its amount. */
export const saleOf = (at: Date, rate: string, sums: Record<'gross' | 'fee' | 'paid' | 'usd', string>) => ({
  quoteId: null,
  gives: { type: 'sell', coin: { id: 'bitcoin', name: 'Bitcoin', symbol: 'BTC', color: '#f7931a' } } as const,
  rate: rateOf('coin', 'payout', rate),
  rateAt: at,
  rateSource: 'sample',
  grossAmount: unnamedAmount('payout', sums.gross),
  feePercent: decimal('5'),
  feeAmount: unnamedAmount('payout', sums.fee),
  payoutAmount: unnamedAmount('payout', sums.paid),
  valueUsd: amountOf('usd', sums.usd),
  deposit: { address: 'bc1qv0gmvrfg5evrjmrwqwrr346qs335yaz5scd50m', memo: null, network: 'Bitcoin Network' },
  transactionHash: null,
  hasProof: true,
});

/** A sale of 0.01 BTC for 371.88 USD that awaits a decision. */
export async function anOrder(
  deps: Pick<Composition, 'inTx' | 'now'>,
  customerOrActor: Actor | { id: string; email: string },
  changes: Partial<OrderDraft> & { at?: Date; proof?: Parameters<typeof openOrder>[2]['proof'] } = {},
): Promise<string> {
  const { at = deps.now(), proof, ...terms } = changes;
  const owner = 'userId' in customerOrActor ? customerOrActor : customerOf(customerOrActor);
  return deps.inTx(async (tx) => {
    const customer = await lockActiveCustomer(tx, owner.userId);
    const draft: OrderDraft = {
      ...saleOf(at, '39145.28', { gross: '391.45', fee: '19.57', paid: '371.88', usd: '391.45' }),
      reference: await issueReference(tx),
      userId: owner.userId,
      amount: unnamedAmount('coin', '0.01'),
      payoutCurrency: 'USD',
      paymentDetails: bankDetails,
      ...terms,
    };
    return openOrder(tx, owner, { draft, proof }, customer, at);
  });
}

/** The amounts of an order worth this many US dollars that is paid out in full. */
export const worthUsd = (usd: string): Partial<OrderDraft> => ({
  grossAmount: unnamedAmount('payout', usd),
  feePercent: decimal('0'),
  feeAmount: unnamedAmount('payout', '0'),
  payoutAmount: unnamedAmount('payout', usd),
  valueUsd: amountOf('usd', usd),
});

/** Completes an order as an admin would, without its screenshots. */
export async function completedOrder(
  deps: Pick<Composition, 'inTx' | 'now'>,
  id: string,
  record = { adminNotes: 'Paid', adminTransactionId: 'WIRE-77' },
): Promise<void> {
  await deps.inTx(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order || !hasStatus(order, 'pending')) throw new Error('Only a pending order is completed here.');
    await moveOrder(tx, 'system', order, 'completed', { ...record, now: deps.now() });
  });
}

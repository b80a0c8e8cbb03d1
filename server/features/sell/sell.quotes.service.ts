import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  issueReference,
  lockActiveCustomer,
  assertAllowance,
} from '#server/features/orders/open/orders.opening.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { addressUnavailable } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { rulesOf, type Receiving } from './sell.payout.service.ts';
import type { SellDeps } from './sell.ports.ts';
import type { SellInput } from './sell.pricing.ts';
import { assertRoomToday, sinceVisible } from './sell.promised.service.ts';
import { insertQuote, type Quote, type Terms } from './sell.queries.ts';
import { sumOpenQuotesBefore } from './sell.sums.queries.ts';

export { hasArrived } from './sell.leases.queries.ts';
export { priceNow, presentQuote, type Priced, type SellInput } from './sell.pricing.ts';
export { orderDraft } from './sell.order-draft.ts';
export { lockQuote, markQuoteUsed } from './sell.queries.ts';

/** Open quotes of one customer: more would only fill the list of those whose coins are awaited. */
const maxOpen = 10;

type NewQuote = {
  sale: SellInput;
  terms: Terms;
  /** The address or source is read before the transaction, which then needs no second connection. */
  receiving: Receiving;
  network: string;
  rail?: string | null;
};

/**
 * Stores a quote of these terms for the caller, without a payee. Refuses with conflict beyond ten open quotes,
 * kyc_required, not_offered beyond the cap of the day, and address_unavailable.
 */
export async function storeQuote(
  tx: Tx,
  deps: SellDeps,
  actor: Actor,
  { sale, terms, receiving, network, rail = null }: NewQuote,
): Promise<Quote> {
  const createdAt = deps.now();
  const isOwn = receiving.sourceId !== undefined;
  const noDeposit = { address: '', memo: null, network, isSample: false };
  const deposit = isOwn ? noDeposit : (receiving.shared ?? noDeposit);
  const { userId } = actor;
  // Under the customer's lock, or two quotes at once could each find the same allowance left.
  await lockActiveCustomer(tx, userId);
  const openSum = await sumOpenQuotesBefore(tx, { userId, since: sinceVisible(createdAt), address: deposit.address });
  if (openSum.quotes >= maxOpen) throw new Conflict('conflict', reasonWith('quotes_open_max', { max: maxOpen }));
  await assertAllowance(deps, tx, userId, terms.valueUsd, amountOf('usd', openSum.valueUsd));
  await assertRoomToday(tx, deps, sale.currency, terms.netAmount);
  const expiresAt = new Date(createdAt.getTime() + settingsOf(deps).limits.quoteMinutes * minuteMs);
  const reference = await issueReference(tx);
  const { cryptoId, amount } = sale;
  const rules = isOwn ? rulesOf(deps) : null;
  const newQuote = { userId, reference, cryptoId, amount, terms, deposit, isOwn, rail, rules, createdAt, expiresAt };
  const quote = await insertQuote(tx, newQuote);
  // The address was stopped after it was read.
  if (quote.stoppedAt) throw addressUnavailable();
  await recordAudit(tx, actor, 'sell_quote.held', { type: 'sell_quote', id: quote.id }, { reference });
  return quote;
}

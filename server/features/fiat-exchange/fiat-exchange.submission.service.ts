import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { idempotentCommand } from '#server/features/files/files.service.ts';
import { ownOrderDetails } from '#server/features/orders/list/orders.lists.service.ts';
import {
  duplicateExchangeOf,
  lockActiveCustomer,
  openOrder,
  redeemReference,
  assertAllowance,
  type OrderDraft,
} from '#server/features/orders/open/orders.opening.service.ts';
import { attachProof } from '#server/features/orders/open/orders.proof.service.ts';
import { instructionsFor } from '#server/features/payment-methods/payment-methods.service.ts';
import {
  currentUnits,
  rateUnavailable,
  type CurrentUnits,
  type RatesSnapshot,
} from '#server/features/rates/rates.service.ts';
import { assertRoomToday, openQuotesOf } from '#server/features/sell/sell.promised.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, Unprocessable, wrongField } from '#server/lib/refusal.ts';
import type * as contract from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { differsByMoreThanAUnit } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, none, rateOf, zero } from '#shared/kernel/money.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import { proofHours } from '#shared/orders/orders.lifecycle.ts';
import type { PaymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { assertBankFor, assertOffered, assertSendable, bankOf } from './fiat-exchange.offer.service.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import { presentEstimate, priceExchange, type PricedExchange } from './fiat-exchange.pricing.ts';
import { deleteQuote, lockRateShared } from './fiat-exchange.queries.ts';
import { findOpenQuote } from './fiat-exchange.quotes.service.ts';
import { pairOf, quotableRate } from './fiat-exchange.rates.ts';

type Terms = z.output<(typeof contract.submitExchangeOrder)['body']>;
type Submitted = z.output<(typeof contract.submitExchangeOrder)['response']>;

export type ExchangeSubmission = {
  terms: Terms;
  idempotency: Idempotency<Submitted>;
};

/**
 * Opens an exchange. Refuses with rate_changed, kyc_required, above_maximum, below_minimum, rate_unavailable,
 * not_offered, payment_method_unavailable, payee_blocked, not_found; then nothing is left.
 */
export async function submitExchangeOrder(
  deps: FiatExchangeDeps,
  actor: Actor,
  { terms, idempotency }: ExchangeSubmission,
): Promise<Outcome<Submitted>> {
  assertInstallation(deps);
  // These values are read before the transaction: it then needs no second connection, of which there may be none left.
  const units = await currentUnits(deps, terms.fromCurrency);
  const snapshot = await deps.rates();
  const instructions = await instructionsFor(deps, terms.fromCurrency);
  assertChosen(terms, instructions);
  const details = paymentDetailsOf(deps, terms);
  if (details) await deps.assertPayee(deps.db, { userId: actor.userId, details, currency: terms.toCurrency });
  try {
    return await idempotentCommand(deps, { idempotency }, async (tx) => {
      const openingInput = { terms, instructions, units, snapshot, mayBeDuplicate: !idempotency.hasKey };
      return { transaction: await openExchange(tx, deps, actor, openingInput), instructions };
    });
  } finally {
    deps.orders.bump(actor.userId);
  }
}

function assertChosen({ paymentMethodId }: Terms, instructions: readonly PaymentInstruction[]): void {
  if (paymentMethodId === undefined || instructions.some(({ id }) => id === paymentMethodId)) return;
  const reason = 'payment_method_retired';
  throw new Unprocessable('payment_method_unavailable', reason, { fields: { paymentMethodId: reason } });
}

type Opening = {
  terms: Terms;
  /** Without an Idempotency-Key an equal order within the last minute counts as a repeat. */
  mayBeDuplicate: boolean;
  instructions: readonly PaymentInstruction[];
  units: CurrentUnits | undefined;
  snapshot: RatesSnapshot;
};

/** Limit, rate and reference under the customer's lock, then row, event, audit, mail and notification; all or none. */
async function openExchange(
  tx: Tx,
  deps: FiatExchangeDeps,
  actor: Actor,
  { terms, instructions, units, snapshot, mayBeDuplicate }: Opening,
): Promise<OrderDetails> {
  const { userId } = actor;
  const now = deps.now();
  const customer = await lockActiveCustomer(tx, userId);
  const details = paymentDetailsOf(deps, terms);
  const { fromCurrency: from, toCurrency: to } = terms;
  const amount = amountOf('sent', terms.inputAmount);
  const estimate = {
    rate: rateOf('sent', 'payout', terms.exchangeRate),
    output: amountOf('payout', terms.outputAmount, to),
  };
  const duplicate =
    mayBeDuplicate && (await duplicateExchangeOf(tx, { userId, from, to, amount, details, ...estimate }, now));
  if (duplicate) return ownOrderDetails(tx, actor, duplicate);

  const exchangeTerms = { fromCurrency: from, toCurrency: to, amount: terms.inputAmount };
  const openQuote = await findOpenQuote(tx, userId, exchangeTerms, now);
  const quote = openQuote && estimate.rate.eq(rateOf('sent', 'payout', openQuote.exchangeRate)) ? openQuote : undefined;
  if (!quote) assertOffered(deps, terms);
  const row = quote ? undefined : await lockRateShared(tx, { from, to });
  const pair = quote ? pairOf(quote) : row && quotableRate(row, snapshot, now);
  if (!pair) throw rateUnavailable('exchange_rate_unavailable');
  const pricedExchange = priceExchange(pair, amount, units);
  assertSendable(pricedExchange, 'inputAmount');
  if (!quote) assertBankFor(deps, pricedExchange, 'inputAmount');
  assertSameAmounts(terms, pricedExchange);
  const { valueUsd: openQuotesUsd } = await openQuotesOf(tx, userId, now);
  await assertAllowance(deps, tx, userId, pricedExchange.valueUsd, openQuotesUsd);
  await (quote ? deleteQuote(tx, { id: quote.id }) : assertRoomToday(tx, deps, to, pricedExchange.output));
  const draft: OrderDraft = {
    ...termsOf(pricedExchange),
    proofDueAt: quote?.proofDueAt ?? new Date(now.getTime() + proofHours * hourMs),
    reference: await redeemReference(tx, userId, terms.reference),
    userId,
    quoteId: null,
    paymentDetails: details,
    deposit: null,
    paymentInstructions: instructions.map((item) => ({ ...item, isChosen: item.id === terms.paymentMethodId })),
    transactionHash: null,
    hasProof: false,
  };
  return ownOrderDetails(tx, actor, await openOrder(tx, actor, { draft }, customer, now));
}

/** 409 with the amounts that hold, unless the customer saw this very rate and, to the smallest unit, this amount. */
function assertSameAmounts(terms: Terms, pricedExchange: PricedExchange): void {
  const isSameRate = rateOf('sent', 'payout', terms.exchangeRate).eq(pricedExchange.rate);
  const { output, minorUnits } = pricedExchange;
  if (
    isSameRate &&
    !differsByMoreThanAUnit(amountOf('payout', terms.outputAmount, terms.toCurrency), output, minorUnits)
  )
    return;
  const { exchangeRate, outputAmount, rateUpdatedAt } = presentEstimate(pricedExchange);
  const reason = 'exchange_rate_changed';
  throw new Conflict('rate_changed', reason, { exchangeRate, outputAmount, rateUpdatedAt });
}

function termsOf({ pair, amount, rate, output, valueUsd }: PricedExchange) {
  return {
    gives: { type: 'fiat' as const, currency: pair.from },
    amount,
    rate,
    rateAt: pair.updatedAt,
    rateSource: pair.isSample ? 'sample' : 'manual',
    payoutCurrency: pair.to,
    grossAmount: output,
    feePercent: zero,
    feeAmount: none.payout,
    payoutAmount: output,
    valueUsd,
  };
}

/** Only banks in the United States use a routing number. */
function paymentDetailsOf(deps: SettingsPorts, { toCurrency, bankDetails }: Terms): OrderDraft['paymentDetails'] {
  const { routingNumber, ...accountDetails } = bankDetails;
  const account = { ...accountDetails, method: bankOf(deps, toCurrency) };
  return toCurrency === 'USD' && routingNumber ? { ...account, routingNumber } : account;
}

export type SentProof = {
  transactionId: Id<'order'>;
  proof: StagedFile | undefined;
  idempotency: Idempotency<{ transaction: OrderDetails }>;
};

/** Adds the proof of an own pending exchange, once. Refuses with file_missing, not_found, already_decided, conflict. */
export async function uploadProof(
  deps: FiatExchangeDeps,
  actor: Actor,
  { transactionId, proof, idempotency }: SentProof,
): Promise<Outcome<{ transaction: OrderDetails }>> {
  if (!proof) throw wrongField('paymentProof', 'exchange_proof_required', 'file_missing');
  const uploads = { files: [proof], purpose: 'payment_proof', ownerId: actor.userId } as const;
  try {
    return await idempotentCommand(deps, { idempotency, uploads }, async (tx, [storedProof]) => ({
      transaction: await attachProof(tx, deps, actor, transactionId, storedProof),
    }));
  } finally {
    deps.orders.bump(actor.userId);
  }
}

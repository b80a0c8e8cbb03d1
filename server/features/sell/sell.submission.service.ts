import type { Db, Tx } from '#server/db/connection.ts';
import { reportForged } from '#server/features/alarms/alarms.service.ts';
import { idempotentCommand, type StoredFile } from '#server/features/files/files.service.ts';
import { readIfNamed, requireHash } from '#server/features/orders/decide/orders.hash.service.ts';
import { ownOrder } from '#server/features/orders/list/orders.lists.service.ts';
import {
  duplicateSaleOf,
  issueReference,
  lockActiveCustomer,
  openOrder,
  assertAllowance,
} from '#server/features/orders/open/orders.opening.service.ts';
import { assertPayoutOffered, assertRail } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { payeeByRail, assertMethod } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import {
  markPayoutAccountUsed,
  savePayoutAccountOf,
} from '#server/features/payout-accounts/payout-accounts.service.ts';
import { addressUnavailable, depositAddressOf, type DepositAddress } from '#server/features/wallets/wallets.service.ts';
import { lockAddressShared } from '#server/features/wallets/wallets.stops.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { jsonText, type JsonText } from '#server/http/reply.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { NotFound, Refusal, wrongField } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, type Amount } from '#shared/kernel/money.ts';
import type { SellOrder } from '#shared/sell/sell.contract.ts';
import { assertHashOutput, assertOffered, assertSendable } from './sell.offer.service.ts';
import { orderDraft, type AgreedTerms } from './sell.order-draft.ts';
import { hasFixedTerms, isSamePayee, submitFixed } from './sell.paid.service.ts';
import { attachPayee, isLockedWith, markGivenTo, receivingOf, type Receiving } from './sell.payout.service.ts';
import type { SellDeps } from './sell.ports.ts';
import { expiredTerms, priceNow, resolveTerms, type Priced, type SellInput } from './sell.pricing.ts';
import { assertRoomToday, sinceVisible } from './sell.promised.service.ts';
import { findQuote, lockQuote, markQuoteUsed, markReoffered, type Quote } from './sell.queries.ts';
import { quoteUsed } from './sell.service.ts';

export type SellSubmission = {
  order: SellOrder;
  proof: StagedFile | undefined;
  idempotency: Idempotency<JsonText>;
  /** Runs where the answer is an order that existed already. */
  answerKnown: () => void;
};

/** A submitted sale with everything that can be known before its transaction begins. */
type CheckedSale = {
  actor: Actor;
  order: SellOrder;
  sale: SellInput;
  priced: Priced;
  hash: string | null;
  /** Hash of the proof that a repeat is recognised by; absent where the Idempotency-Key recognises it. */
  proofHash: Buffer | undefined;
  /** The quote that the order names, as it was read before the transaction. */
  quote: Quote | undefined;
  /** The current address; looked up only when no quote brings its own. */
  address: DepositAddress | undefined;
  /** The receiving of its coin; looked up only where a quote may have no address yet. */
  receiving: Receiving | undefined;
};

/**
 * Turns a sale with its proof into an order. Refuses with file_missing, quote_changed, quote_used, hash_used,
 * kyc_required, above_maximum, below_minimum, rate_unavailable, not_offered, address_unavailable, payee_blocked,
 * not_found, conflict; then nothing is left.
 */
export async function submitSellOrder(
  deps: SellDeps,
  actor: Actor,
  submission: SellSubmission,
): Promise<Outcome<JsonText>> {
  assertInstallation(deps);
  const { proof, idempotency, answerKnown } = submission;
  const paymentDetails = payeeByRail(deps, submission.order.currency, submission.order.paymentDetails);
  const order = { ...submission.order, paymentDetails };
  if (!proof) throw wrongField('paymentProof', 'payment_proof_required', 'file_missing');
  const { userId } = actor;
  const { quoteId, currency } = order;
  const quote = quoteId ? await findQuote(deps.db, { userId, id: quoteId }) : undefined;
  if (quote && (await hasFixedTerms(deps, quote)))
    return submitToFixed(deps, actor, { ...submission, order, proof, quoteId: quote.id });
  const proofHash = idempotency.hasKey ? undefined : proof.sentHash;
  const checkedSale = await checkSale(deps, actor, { order, quote, proofHash });
  const uploads = { files: [proof], purpose: 'payment_proof', ownerId: userId } as const;
  const answer = async (tx: Tx, id: Id<'order'>) => jsonText(await ownOrder({ db: tx }, actor, id));
  try {
    // Everything is checked before the picture is processed, which takes longer than all other steps; and again under
    // the locks.
    const earlierOrder = await earlierOrderOf(deps.db, deps, checkedSale);
    if (earlierOrder) return await idempotency.run((tx) => answer(tx, earlierOrder));
    const agreement = await agreeTerms(deps, checkedSale);
    await deps.inTx((tx) => assertStillValid(tx, deps, checkedSale, agreement));
    await deps.assertPayee(deps.db, { userId, details: paymentDetails, currency });
    const outcome = await idempotentCommand(deps, { idempotency, uploads }, async (tx, [storedProof]) => {
      const { orderId, isKnown } = await openSale(tx, deps, checkedSale, agreement, storedProof);
      if (isKnown) answerKnown();
      return answer(tx, orderId);
    });
    if (checkedSale.receiving) await markGivenTo(deps, checkedSale.receiving, userId);
    return outcome;
  } finally {
    deps.orders.bump(userId);
  }
}

type OpenedSale = {
  orderId: Id<'order'>;
  /** True for the order of a quote that coins had opened already. */
  isKnown: boolean;
};

/** Writes quote, order, event, proof, account, audit, mail and notification, all or none; a repeat gets its order. */
async function openSale(
  tx: Tx,
  deps: SellDeps,
  checkedSale: CheckedSale,
  agreement: JudgedSale,
  proof: StoredFile,
): Promise<OpenedSale> {
  const { actor, order, sale } = checkedSale;
  const { userId } = actor;
  const { quoteId, paymentDetails, savePayoutAccount } = order;
  const now = deps.now();
  const customer = await lockActiveCustomer(tx, userId);
  const earlierOrder = await earlierOrderOf(tx, deps, checkedSale);
  if (earlierOrder) return { orderId: earlierOrder, isKnown: false };
  const quote = quoteId ? await lockQuote(tx, { userId, id: quoteId }) : undefined;
  // Coins may have been seen, or the order opened, since its terms were agreed.
  const fixedOrder =
    quote && (await submitFixed(tx, deps, actor, { quote, paymentDetails, proof, customer, isFixed: false }));
  if (fixedOrder) return { orderId: fixedOrder.orderId, isKnown: !fixedOrder.isNew };

  const takenQuote = quoteId
    ? await takeQuote(tx, deps, checkedSale, quote, now)
    : await takeAddress(tx, agreement.deposit);
  const currentAgreement = { ...agreement, ...takenQuote };
  await assertStillValid(tx, deps, checkedSale, currentAgreement);
  if (!quoteId) await assertRoomToday(tx, deps, sale.currency, agreement.terms.netAmount);
  const { hash, priced } = checkedSale;
  const details = { userId, sale, coin: priced.coin, hash, quoteId: quoteId ?? null, paymentDetails };
  const draft = { ...orderDraft(details, currentAgreement), isOwn: takenQuote.isOwn };
  const orderId = await openOrder(tx, actor, { draft, proof }, customer, now);
  const saveAccount = savePayoutAccount ? savePayoutAccountOf : markPayoutAccountUsed;
  await saveAccount(tx, userId, paymentDetails, sale.currency);
  return { orderId, isKnown: false };
}

/** The order that this sale repeats; certain under the customer's lock. */
async function earlierOrderOf(
  db: Pick<Db, 'ask'>,
  deps: SellDeps,
  { actor: { userId }, sale, proofHash }: CheckedSale,
): Promise<Id<'order'> | undefined> {
  return proofHash && duplicateSaleOf(db, { userId, ...sale, proofHash }, deps.now());
}

/** Refuses a used hash and a value above the allowance, first for the agreed terms and again for the accepted ones. */
async function assertStillValid(
  tx: Tx,
  deps: SellDeps,
  { actor: { userId }, hash, sale }: CheckedSale,
  agreement: JudgedSale,
): Promise<void> {
  // A quote without a payee has no address yet, so that no output can be compared with it.
  if (agreement.deposit.address !== '') await assertHashOutput(tx, deps, { userId, hash, sale }, agreement);
  await assertAllowance(deps, tx, userId, agreement.countedUsd);
}

/** Submits a sale to a quote with fixed terms and payee: it is not priced and no limit applies. */
async function submitToFixed(
  deps: SellDeps,
  actor: Actor,
  submission: SellSubmission & { proof: StagedFile; quoteId: Id<'quote'> },
): Promise<Outcome<JsonText>> {
  const { userId } = actor;
  const { order, proof: stagedProof, quoteId, idempotency, answerKnown } = submission;
  const uploads = { files: [stagedProof], purpose: 'payment_proof', ownerId: userId } as const;
  try {
    return await idempotentCommand(deps, { idempotency, uploads }, async (tx, [proof]) => {
      const customer = await lockActiveCustomer(tx, userId);
      const { paymentDetails } = order;
      const quote = await lockQuote(tx, { userId, id: quoteId });
      const quoteSubmission = quote && { quote, paymentDetails, proof, customer, isFixed: true };
      const fixedOrder = quoteSubmission && (await submitFixed(tx, deps, actor, quoteSubmission));
      if (!fixedOrder) throw new NotFound('quote_not_found');
      if (!fixedOrder.isNew) answerKnown();
      return jsonText(await ownOrder({ db: tx }, actor, fixedOrder.orderId));
    });
  } finally {
    deps.orders.bump(userId);
  }
}

/** Checks what needs no lock: coin, hash, and for a sale without a quote its minimum and an address to pay into. */
async function checkSale(
  deps: SellDeps,
  actor: Actor,
  { order, quote, proofHash }: Pick<CheckedSale, 'order' | 'quote' | 'proofHash'>,
): Promise<CheckedSale> {
  const sale = {
    cryptoId: order.cryptoId,
    amount: amountOf('coin', order.amount, order.cryptoId),
    currency: order.currency,
  };
  const priced = await priceNow(deps, sale);
  const hash = order.transactionHash ? requireHash(order.cryptoId, order.transactionHash) : null;
  await readIfNamed(deps, order.cryptoId, hash);
  const checkedSale = { actor, order, sale, priced, hash, proofHash, quote };
  const payee = { ...order.paymentDetails, currency: sale.currency };
  if (order.quoteId) {
    if (!quote || !isLockedWith(quote, order.paymentDetails.method, deps.now())) assertMethod(deps, payee);
    const receiving = quote?.deposit.address === '' ? await receivingOf(deps, quote.cryptoId) : undefined;
    return { ...checkedSale, address: undefined, receiving };
  }
  assertOffered(deps, sale);
  assertSendable(priced.coin, sale);
  assertMethod(deps, payee);
  return { ...checkedSale, address: await depositAddressOf(deps, order.cryptoId), receiving: undefined };
}

type JudgedSale = AgreedTerms & {
  /**
   * The value that counts against the limit: that of the quote, so that a rise does not leave coins without an order.
   */
  countedUsd: Amount<'usd'>;
};

/**
 * The terms that hold for the order, and the quote it names. They do not change any more; whether the quote is free
 * may.
 */
async function agreeTerms(deps: SellDeps, { order, sale, priced, address, quote }: CheckedSale): Promise<JudgedSale> {
  const now = deps.now();
  const expectedNet = amountOf('payout', order.valueUsd, sale.currency);
  const today = priced.terms;
  const payee = { ...order.paymentDetails, currency: sale.currency };
  if (!order.quoteId) {
    if (!address) throw new Error('A sale without a quote needs an address.');
    const terms = resolveTerms({ sale, expectedNet, today, now });
    assertRail(deps, payee, terms.netAmount);
    assertPayoutOffered(deps, sale.currency, terms.netAmount);
    return { terms, countedUsd: terms.valueUsd, deposit: address };
  }
  if (!quote || quote.droppedAt) throw new NotFound('quote_not_found');
  if (quote.usedAt) throw quoteUsed();
  if (!quote.isSigned) {
    await reportForged(deps, 'quote', quote.stored);
    throw addressUnavailable();
  }
  const offer = { sale, expectedNet, quote, today, now };
  const isRecent = quote.createdAt > sinceVisible(now);
  try {
    const terms = (isRecent && expiredTerms(offer)) || resolveTerms(offer);
    if (!isLockedWith(quote, payee.method, now)) assertRail(deps, payee, terms.netAmount);
    return { terms, countedUsd: quote.terms.valueUsd, deposit: quote.deposit };
  } catch (error) {
    // The customer sees once that the quote has expired, and may accept the new terms after that.
    if (error instanceof Refusal && error.code === 'quote_changed' && !quote.reofferedAt && quote.expiresAt <= now)
      await deps.inTx((tx) => markReoffered(tx, { id: quote.id, now }));
    throw error;
  }
}

/** For a quote that has its address already. */
const noReceiving: Receiving = { sourceId: undefined, shared: undefined };

type TakenQuote = { reference: string; deposit: DepositAddress; isOwn: boolean };

/** A reference and the shared address, for an order without a quote. */
async function takeAddress(tx: Tx, deposit: DepositAddress): Promise<TakenQuote> {
  await lockAddressShared(tx, { address: deposit.address });
  return { reference: await issueReference(tx), deposit, isOwn: false };
}

/** Uses the locked quote for the order, which takes its reference and its address. */
async function takeQuote(
  tx: Tx,
  deps: SellDeps,
  { actor, order: { paymentDetails }, receiving }: CheckedSale,
  quote: Quote | undefined,
  now: Date,
): Promise<TakenQuote> {
  if (!quote) throw quoteUsed();
  if (!quote.isSigned) throw addressUnavailable();
  // A quote that had no payee yet has no address either, and one with an own address pays whom it names.
  const isOther = quote.leaseId !== null && !isSamePayee(quote.paymentDetails, paymentDetails);
  const shownQuote =
    isOther || (receiving && quote.deposit.address === '')
      ? await attachPayee(tx, deps, actor, { quote, receiving: receiving ?? noReceiving, payee: { paymentDetails } })
      : quote;
  if (!(await markQuoteUsed(tx, { userId: actor.userId, id: quote.id, now }))) throw quoteUsed();
  return { reference: quote.reference, deposit: shownQuote.deposit, isOwn: shownQuote.leaseId !== null };
}

import { decimal } from '#shared/kernel/money.ts';
import { coinById, normalizeTxHash } from '#shared/reference/coins.ts';
import type { SellOrder } from '#shared/sell/sell.contract.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import type { Tx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import type { StoredFile } from '#server/features/files/files.service.ts';
import { withUploads, type UploadOutcome } from '#server/features/files/files.uploads.service.ts';
import {
  markPayoutAccountUsed,
  savePayoutAccountOf,
} from '#server/features/payout-accounts/payout-accounts.service.ts';
import { requireAllowance } from '#server/features/orders/orders.allowance.service.ts';
import { ownOrder } from '#server/features/orders/orders.lists.service.ts';
import {
  newOrderRecipient,
  requireFreeHash,
  lockActiveCustomer,
  duplicateOf,
  type OrderDraft,
} from '#server/features/orders/orders.opening.service.ts';
import { issueReference } from '#server/features/orders/orders.references.service.ts';
import { openOrder } from '#server/features/orders/orders.service.ts';
import { depositAddressOf, type DepositAddress } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Once, RunOnce } from '#server/http/idempotency.ts';
import { Invalid, NotFound, Refusal } from '#server/http/refusal.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { priceNow, type Priced, type SellInput, type Terms } from './sell.pricing.ts';
import { findQuote, markReoffered, markQuoteUsed, type Quote } from './sell.queries.ts';
import { quoteUsed, requireSellable } from './sell.service.ts';
import { resolveTerms } from './sell.terms.ts';

/** A submitted sale with everything that can be known before its transaction begins. */
type Submission = {
  actor: Actor;
  order: SellOrder;
  sale: SellInput;
  priced: Priced;
  hash: string | null;
  /** The current address; asked for only when no hold brings its own. */
  address: DepositAddress | undefined;
};

export type SellSubmission = {
  order: SellOrder;
  proof: StagedFile | undefined;
  /** True when no Idempotency-Key tells a repeat from a second order, so that a twin does. */
  isRepeatable: boolean;
  /** Runs the deed in one transaction with the memory of its answer. */
  once: RunOnce<OrderDetails>;
};

/**
 * Turns a sale with its proof into an order. Refuses with file_missing, quote_changed, quote_used, hash_used, kyc_required,
 * below_minimum, rate_unavailable, address_unavailable, not_found; after a refusal neither a row nor the bytes are left.
 */
export async function submitSellOrder(
  deps: Deps,
  actor: Actor,
  { order, proof, isRepeatable, once }: SellSubmission,
): Promise<Once<OrderDetails>> {
  if (!proof) {
    const message = 'Payment proof required';
    throw new Invalid('file_missing', message, { fields: { paymentProof: message } });
  }
  const submission = await prepare(deps, actor, order);
  try {
    return await withUploads(deps, [proof], { purpose: 'payment_proof', ownerId: actor.userId }, ([stored], unwrap) =>
      once(async (tx) => {
        if (!stored) throw new Error('The proof was not stored.');
        return unwrap(await write(tx, deps, submission, stored, isRepeatable));
      }),
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 'quote_changed') await recordReoffer(deps, submission);
    throw error;
  } finally {
    deps.orders.bump(actor.userId);
  }
}

/** Checks what needs no lock: coin, hash, and for a sale without a hold its minimum and an address to pay into. */
async function prepare(deps: Deps, actor: Actor, order: SellOrder): Promise<Submission> {
  const sale = { cryptoId: order.cryptoId, amount: decimal(order.amount), currency: order.currency };
  const priced = await priceNow(deps, sale);
  const hash = order.transactionHash ? requireHash(order.cryptoId, order.transactionHash) : null;
  if (order.quoteId) return { actor, order, sale, priced, hash, address: undefined };
  requireSellable(priced.coin, sale);
  return { actor, order, sale, priced, hash, address: await depositAddressOf(deps, order.cryptoId) };
}

/** Hold used, row, event, proof, account, audit, mail and news, all or none; or the order that this one repeats. */
async function write(
  tx: Tx,
  deps: Deps,
  submission: Submission,
  proof: StoredFile,
  isRepeatable: boolean,
): Promise<UploadOutcome<OrderDetails>> {
  const { actor, order, sale, hash } = submission;
  const { userId } = actor;
  const now = deps.now();
  const customer = await lockActiveCustomer(tx, userId);
  const duplicate = isRepeatable && (await duplicateOf(tx, { userId, ...sale, proofHash: proof.sentHash }, now));
  if (duplicate) return { result: await readDetails(tx, actor, duplicate), areFilesUsed: false };

  const { terms, deposit, reference } = await agreeTerms(tx, submission, now);
  if (hash) await requireFreeHash(tx, sale.cryptoId, hash);
  await requireAllowance(deps, tx, userId, terms.valueUsd);
  const draft = orderDraft(submission, { terms, deposit, reference });
  const id = await openOrder(tx, actor, { draft, proof, adminEmail: newOrderRecipient(deps) }, customer, now);
  const saveAccount = order.savePayoutAccount ? savePayoutAccountOf : markPayoutAccountUsed;
  await saveAccount(tx, userId, order.paymentDetails, sale.currency);
  return { result: await readDetails(tx, actor, id), areFilesUsed: true };
}

type AgreedTerms = { terms: Terms; deposit: DepositAddress; reference: string };

/** The terms, the address and the name of the order: the hold's own where there is one. */
async function agreeTerms(
  tx: Tx,
  { actor, order, sale, priced, address }: Submission,
  now: Date,
): Promise<AgreedTerms> {
  const expectedNet = decimal(order.valueUsd);
  const today = priced.terms;
  if (!order.quoteId) {
    const terms = resolveTerms({ sale, expectedNet, today, now });
    if (!address) throw new Error('A sale without a hold needs an address.');
    return { terms, deposit: address, reference: await issueReference(tx) };
  }
  const quote = await findQuote(tx, actor.userId, order.quoteId);
  if (!quote || quote.droppedAt) throw new NotFound('quote');
  if (quote.usedAt) throw quoteUsed();
  const terms = resolveTerms({ sale, expectedNet, quote, today, now });
  if (!(await markQuoteUsed(tx, actor.userId, quote.id, now))) throw quoteUsed();
  return { terms, deposit: quote.deposit, reference: quote.reference };
}

/** Everything an order takes a copy of. */
function orderDraft(
  { actor, order, sale, hash, priced }: Submission,
  { terms, deposit, reference }: AgreedTerms,
): OrderDraft {
  const { id, name, symbol, color } = priced.coin;
  return {
    reference,
    userId: actor.userId,
    quoteId: order.quoteId ?? null,
    gives: { type: 'sell', coin: { id, name, symbol, color } },
    amount: sale.amount,
    rate: terms.buyingRate,
    rateAt: terms.rateAt,
    rateSource: terms.rateSource,
    payoutCurrency: terms.currency,
    grossAmount: terms.grossAmount,
    feePercent: terms.feePercent,
    feeAmount: terms.marginAmount,
    payoutAmount: terms.netAmount,
    valueUsd: terms.valueUsd,
    paymentDetails: order.paymentDetails,
    deposit,
    transactionHash: hash,
    hasProof: true,
  };
}

/** After quote_changed: the customer has been told once that the hold has run out, and may now accept. */
async function recordReoffer(deps: Pick<Deps, 'inTx' | 'db' | 'now'>, { actor, order }: Submission): Promise<void> {
  const now = deps.now();
  const quote: Quote | undefined = order.quoteId ? await findQuote(deps.db, actor.userId, order.quoteId) : undefined;
  if (!quote || quote.reofferedAt || quote.expiresAt > now) return;
  await deps.inTx((tx) => markReoffered(tx, quote.id, now));
}

async function readDetails(tx: Tx, actor: Actor, id: string): Promise<OrderDetails> {
  return JSON.parse(await ownOrder({ db: tx }, actor, id)) as OrderDetails;
}

/** A coin the operator added has no form to check a hash against. */
function requireHash(cryptoId: string, text: string): string {
  const hash = coinById(cryptoId) ? normalizeTxHash(cryptoId, text) : text;
  if (hash) return hash;
  const message = 'This is not a transaction hash of this network.';
  throw new Invalid('invalid_input', message, { fields: { transactionHash: message } });
}

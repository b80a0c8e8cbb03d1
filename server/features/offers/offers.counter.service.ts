import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { act, type ActionRow } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { insertFile, takeWaitingFile, withUploads, type StoredFile } from '#server/features/files/files.service.ts';
import { readIfNamed, requireHash } from '#server/features/orders/decide/orders.hash.service.ts';
import { adminOrder } from '#server/features/orders/list/orders.lists.service.ts';
import {
  allowanceOf,
  issueReference,
  lockActiveCustomer,
  openOrder,
  assertAllowance,
  type LockedCustomer,
  type SoldCoin,
} from '#server/features/orders/open/orders.opening.service.ts';
import { assertRail } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { payeeByRail, assertMethod } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import { listOwnAccounts, markPayoutAccountUsed } from '#server/features/payout-accounts/payout-accounts.service.ts';
import { assertHashOutput, assertOffered } from '#server/features/sell/sell.offer.service.ts';
import { attachPayee, receivingOf, type Receiving } from '#server/features/sell/sell.payout.service.ts';
import { assertRoomToday } from '#server/features/sell/sell.promised.service.ts';
import { hasArrived, lockQuote, markQuoteUsed, orderDraft } from '#server/features/sell/sell.quotes.service.ts';
import { quoteUsed } from '#server/features/sell/sell.service.ts';
import { assignTransaction, hasTransfers } from '#server/features/settlements/unmatched.actions.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import { addressUnavailable, depositAddressOf, type DepositAddress } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call } from '#server/http/guards/four-eyes.ts';
import type { Idempotency } from '#server/http/guards/idempotency.ts';
import { jsonText } from '#server/http/reply.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, NotFound, Refusal, Unprocessable } from '#server/lib/refusal.ts';
import { isFourEyesOn } from '#shared/kernel/approval.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toWire } from '#shared/kernel/money.ts';
import * as contract from '#shared/offers/offers.contract.ts';
import type { CounterSale } from '#shared/offers/offers.contract.ts';
import type { OffersDeps } from './offers.ports.ts';
import { isSignedOffer, saleOf, termsOf } from './offers.present.ts';
import { findOffer, lockOffer, writeOffer, type OfferRow } from './offers.queries.ts';

/** The values that are read before the transaction, as a node or a provider may be asked. */
type Opening = {
  coin: SoldCoin & { network: string };
  hash: string | null;
  receiving: Receiving;
  /** The shared address, if the coin has one. */
  shared: DepositAddress | undefined;
  proof: StoredFile | undefined;
};

type Counter = { offer: OfferRow; userId: Id<'user'>; customer: LockedCustomer };

const otherCustomer = () => new Conflict('conflict', 'offer_other_customer');

/** The offer with the customer of the sale, who is locked before it. */
const counterRow: ActionRow<OffersDeps & { opening: Opening }, Counter, unknown, { id: Id<'offer'> }, CounterSale> = {
  lock: async (tx, { id }, _deps, { userId }) => {
    const customer = await lockActiveCustomer(tx, userId);
    await lockOffer(tx, { id });
    const offer = await findOffer(tx, { id });
    return offer && { offer, userId, customer };
  },
  missing: 'offer_not_found',
  ownersOf: ({ offer, userId }) => [offer.customerId, userId],
  state: { of: ({ offer }) => offer.currentState, decided: () => new Conflict('conflict', 'offer_not_open') },
  signed: { is: ({ offer }) => isSignedOffer(offer), tampered: 'offer_tampered' },
};

type Placed = { reference: string; quoteId: Id<'quote'> | null; deposit: DepositAddress | null; isOwn: boolean };

/** The deposit address and the reference of the order: those of the quote that its customer has, or new ones. */
async function placeOf(
  tx: Tx,
  deps: OffersDeps & { opening: Opening },
  actor: Actor,
  { offer, userId, paymentDetails }: Pick<Counter, 'offer' | 'userId'> & Pick<CounterSale, 'paymentDetails'>,
): Promise<Placed> {
  const { receiving, shared = null } = deps.opening;
  const lastQuote = offer.quoteId === null ? undefined : await lockQuote(tx, { userId, id: offer.quoteId });
  const takenQuote = offer.currentState === 'taken' && lastQuote;
  if (!takenQuote) {
    // A dropped or expired quote whose coins are in a block becomes an order of these terms by itself.
    if (lastQuote?.leaseId && (await hasArrived(tx, { leaseId: lastQuote.leaseId }))) throw quoteUsed();
    await assertRoomToday(tx, deps, offer.terms.currency, termsOf(offer).netAmount);
    return { reference: await issueReference(tx), quoteId: null, deposit: shared, isOwn: false };
  }
  if (!takenQuote.isSigned) throw addressUnavailable();
  // A quote with an own address pays whom it names.
  const quote = takenQuote.leaseId
    ? await attachPayee(tx, deps, { ...actor, userId }, { quote: takenQuote, receiving, payee: { paymentDetails } })
    : takenQuote;
  if (!(await markQuoteUsed(tx, { userId, id: quote.id, now: deps.now() }))) throw quoteUsed();
  const deposit = quote.deposit.address === '' ? shared : quote.deposit;
  return { reference: quote.reference, quoteId: quote.id, deposit, isOwn: quote.leaseId !== null };
}

const open = act(contract.openOrderOfOffer, counterRow, {
  /** True where a second member is asked: no mail can reach this customer, or coins are assigned by it, as by hand. */
  check: async ({ tx, deps, row: { offer, userId, customer }, body }) => {
    if (offer.customerId !== null && offer.customerId !== userId) throw otherCustomer();
    const { valueUsd, currency } = termsOf(offer);
    await assertAllowance(deps, tx, userId, valueUsd);
    await deps.assertPayee(tx, { userId, details: body.paymentDetails, currency });
    const { rules } = deps.fourEyes;
    const { coin, hash, receiving } = deps.opening;
    const isOwn = hash !== null && receiving.sourceId !== undefined;
    const hasCoinsArrived = isOwn && (await hasTransfers(tx, { coinId: coin.id, txHash: hash }));
    // A pause stops new sales; a rate that the customer has locked, and coins that came, are owed already.
    if (!hasCoinsArrived && offer.currentState !== 'taken') assertOffered(deps, saleOf(offer));
    return (customer.email === null && isFourEyesOn(rules)) || (rules.warnedApproval && hasCoinsArrived);
  },
  second: {
    isNeeded: ({ checked: isAsked }) => isAsked,
    details: ({ deps: { opening }, row: { offer, userId }, body: { paymentDetails } }) => ({
      userId,
      ...(opening.hash !== null && { txHash: opening.hash }),
      coin: offer.coinName,
      amount: `${offer.terms.amount} ${offer.coinSymbol}`,
      payout: offer.terms.net,
      currency: offer.terms.currency,
      payee: paymentDetails.accountName,
      payeeAccount: paymentDetails.accountNumber,
      payeeBank: paymentDetails.bankName,
    }),
    asked: async ({ tx, deps: { opening }, row: { userId }, body: { proofId } }) => {
      if (opening.proof && proofId) await insertFile(tx, opening.proof, { id: proofId, ownerId: userId });
    },
    more: ({ row: { offer } }) => ({ state: `${offer.currentState} ${offer.signature.toString('base64')}` }),
  },
  apply: async ({ tx, deps, actor, row: { offer, userId, customer }, body, now, approved }) => {
    const { coin, hash } = deps.opening;
    const waitingFile = approved && body.proofId ? { id: body.proofId, ownerId: userId } : undefined;
    const proof = waitingFile
      ? await takeWaitingFile(tx, { ...waitingFile, purpose: 'payment_proof' })
      : deps.opening.proof;
    if (!proof && !hash) throw evidenceMissing();
    const { paymentDetails } = body;
    const sale = saleOf(offer);
    const terms = termsOf(offer);
    const { quoteId, isOwn, deposit, reference } = await placeOf(tx, deps, actor, { offer, userId, paymentDetails });
    const noDeposit = { address: '', memo: null, network: coin.network, isSample: false };
    const agreement = { terms, deposit: deposit ?? noDeposit };
    await assertHashOutput(tx, deps, { userId, hash, sale }, agreement);
    const details = { userId, sale, coin, hash, quoteId, paymentDetails };
    const draft = { ...orderDraft(details, { ...agreement, reference }), deposit, isOwn, openedBy: actor.userId };
    const orderId = await openOrder(tx, actor, { draft, ...(proof && { proof }) }, customer, now);
    await markPayoutAccountUsed(tx, userId, paymentDetails, sale.currency);
    await writeOffer(tx, offer, { state: 'ordered', orderId, takenBy: offer.userId === null ? userId : offer.takenBy });
    if (hash && deps.opening.receiving.sourceId !== undefined && !isOwn)
      await assignTransaction(tx, deps, actor, { orderId, userId, coinId: coin.id, txHash: hash, reason: reference });
    const answer = jsonText(await adminOrder({ ...deps, db: tx }, orderId));
    const record = auditRecord('order.opened_by_desk', { reference, offerId: offer.id });
    return { answer, entries: [{ record, subject: { type: 'transaction', id: orderId } }] };
  },
});

/** The customer of a counter sale, as the screen needs them. Refuses with not_found. */
export async function counterCustomerOf(
  deps: OffersDeps,
  { id: userId }: { id: Id<'user'> },
): Promise<z.input<(typeof contract.counterCustomer)['response']>> {
  const account = await accountById(deps.db, userId);
  if (!account) throw new NotFound('account_not_found');
  const { kycApproved, limitUsd, leftUsd, days } = await allowanceOf(deps, deps.db, userId);
  return {
    accounts: await listOwnAccounts(deps, { userId }),
    kycApproved,
    limitUsd: toWire(limitUsd),
    leftUsd: leftUsd && toWire(leftUsd),
    days,
    hasEmail: account.user.email !== null,
  };
}

type Asked = {
  params: { id: Id<'offer'> };
  body: CounterSale;
  proof: StagedFile | undefined;
  call: Call;
  idempotency: Idempotency<unknown>;
};

/** Nothing proves that coins came, so the customer is sent the link instead. */
function evidenceMissing(): Unprocessable {
  const reason = 'counter_evidence_missing';
  return new Unprocessable('evidence_missing', reason, { fields: { transactionHash: reason, paymentProof: reason } });
}

/**
 * Opens the order of an offer, as a member who never approves it under dual approval. Refuses with evidence_missing,
 * not_found, own_case, conflict, kyc_required, hash_used, payee_blocked, above_maximum, below_minimum, not_offered and
 * unavailable.
 */
export async function openCounterSale(
  deps: OffersDeps,
  actor: Actor,
  { params, body, proof, call, idempotency }: Asked,
) {
  assertInstallation(deps);
  if (!proof && !body.transactionHash && !(call.approved && body.proofId)) throw evidenceMissing();
  const offer = await findOffer(deps.db, params);
  if (!offer) throw new NotFound('offer_not_found');
  const { cryptoId, currency } = saleOf(offer);
  const coin = (await deps.rates()).coins.get(cryptoId);
  if (!coin) throw new Unprocessable('not_offered', 'coin_invalid');
  const paymentDetails = payeeByRail(deps, currency, body.paymentDetails);
  assertMethod(deps, { ...paymentDetails, currency });
  assertRail(deps, { ...paymentDetails, currency }, termsOf(offer).netAmount);
  const hash = body.transactionHash ? requireHash(cryptoId, body.transactionHash) : null;
  await readIfNamed(deps, cryptoId, hash);
  const receiving = await receivingOf(deps, cryptoId, { isGiven: false });
  if (hash && receiving.sourceId !== undefined) await deps.deposits.readTransaction(cryptoId, hash);
  const shared = receiving.shared ?? (await sharedAddressOf(deps, cryptoId));
  const uploads = { files: [proof], purpose: 'payment_proof', ownerId: body.userId } as const;
  // A call that waits names the proof, which is stored with it.
  const proofId = call.approved ? (body.proofId ?? null) : proof ? newId('file') : null;
  const orderBody = { ...body, paymentDetails, proofId };
  const outcome = await withUploads(deps, uploads, ([picture]) => {
    const opening = { coin, hash, receiving, shared, proof: picture };
    return open.carryOut({ ...deps, opening }, actor, {
      params,
      body: orderBody,
      call: { ...call, body: { ...body, proofId } },
      idempotency,
    });
  });
  deps.orders.bump(body.userId);
  return outcome;
}

async function sharedAddressOf(deps: OffersDeps, cryptoId: string): Promise<DepositAddress | undefined> {
  return depositAddressOf(deps, cryptoId).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}

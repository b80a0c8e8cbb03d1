import type { Db, Tx } from '#server/db/connection.ts';
import { reportForged } from '#server/features/alarms/alarms.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { idempotentCommand } from '#server/features/files/files.service.ts';
import { readIfNamed, requireHash, requireOutput } from '#server/features/orders/decide/orders.hash.service.ts';
import { ownOrderDetails } from '#server/features/orders/list/orders.lists.service.ts';
import {
  duplicateOf,
  lockActiveCustomer,
  newOrderRecipient,
  openOrder,
  requireAllowance,
  type OrderDraft,
  type SoldCoin,
} from '#server/features/orders/open/orders.opening.service.ts';
import { issueReference } from '#server/features/orders/open/orders.references.service.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import {
  markPayoutAccountUsed,
  savePayoutAccountOf,
} from '#server/features/payout-accounts/payout-accounts.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { addressUnavailable, depositAddressOf, type DepositAddress } from '#server/features/wallets/wallets.service.ts';
import { holdAddress } from '#server/features/wallets/wallets.stops.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { Invalid, NotFound, Refusal } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { amountOf, decimal, toText, type Amount } from '#shared/kernel/money.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import type { SellOrder } from '#shared/sell/sell.contract.ts';
import { attachPayee, receivingOf, type Receiving } from './sell.payout.service.ts';
import { expiredTerms, priceNow, resolveTerms, type Priced, type SellInput, type Terms } from './sell.pricing.ts';
import { findQuote, markQuoteUsed, markReoffered, type Quote } from './sell.queries.ts';
import { quoteUsed, requireSellable, sinceVisible } from './sell.service.ts';

type Deps = Platform & ChainsPorts & OrdersPorts & RatesPorts & SettingsPorts;

export type SellSubmission = {
  order: SellOrder;
  proof: StagedFile | undefined;
  idempotency: Idempotency<OrderDetails>;
};

/** A submitted sale with everything that can be known before its transaction begins. */
type CheckedSale = {
  actor: Actor;
  order: SellOrder;
  sale: SellInput;
  priced: Priced;
  hash: string | null;
  /** The current address; looked up only when no quote brings its own. */
  address: DepositAddress | undefined;
  /** How its coin is received; looked up only where a quote may have no address yet. */
  receiving: Receiving | undefined;
};

/**
 * Turns a sale with its proof into an order. Refuses with file_missing, quote_changed, quote_used, hash_used, kyc_required,
 * below_minimum, rate_unavailable, address_unavailable, not_found; after a refusal neither a row nor the bytes are left.
 */
export async function submitSellOrder(
  deps: Deps,
  actor: Actor,
  { order, proof, idempotency }: SellSubmission,
): Promise<Outcome<OrderDetails>> {
  if (!proof) {
    const reason = 'payment_proof_required';
    throw new Invalid('file_missing', reason, { fields: { paymentProof: reason } });
  }
  const { userId } = actor;
  const checked = await checkSale(deps, actor, order);
  const { sale, hash } = checked;
  const uploads = { files: [proof], purpose: 'payment_proof', ownerId: userId } as const;
  try {
    // Judged before the picture is worked on, which takes longer than all the rest; and again under the locks below.
    const earlier = await refuseEarly(deps, checked, idempotency.hasKey ? undefined : proof.sentHash);
    if (earlier) return await idempotency.run((tx) => ownOrderDetails(tx, actor, earlier));
    // Quote, row, event, proof, account, audit, mail and notification, all or none; or the order that this one repeats.
    return await idempotentCommand(deps, { idempotency, uploads }, async (tx, [storedProof]) => {
      const now = deps.now();
      const customer = await lockActiveCustomer(tx, userId);
      const duplicate =
        !idempotency.hasKey && (await duplicateOf(tx, { userId, ...sale, proofHash: proof.sentHash }, now));
      if (duplicate) return ownOrderDetails(tx, actor, duplicate);

      const agreed = await agreeTerms(tx, deps, checked, now);
      await requireHashOutput(deps, tx, { userId, hash, sale }, agreed);
      await requireAllowance(deps, tx, userId, agreed.countedUsd);
      const details = {
        ...checked,
        userId,
        coin: checked.priced.coin,
        quoteId: order.quoteId ?? null,
        paymentDetails: order.paymentDetails,
      };
      const opening = {
        draft: agreed.isOwn
          ? { ...orderDraft(details, agreed), stage: 'confirming' as const }
          : orderDraft(details, agreed),
        proof: storedProof,
        adminEmail: newOrderRecipient(deps),
      };
      const id = await openOrder(tx, actor, opening, customer, now);
      const saveAccount = order.savePayoutAccount ? savePayoutAccountOf : markPayoutAccountUsed;
      await saveAccount(tx, userId, order.paymentDetails, sale.currency);
      return ownOrderDetails(tx, actor, id);
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'quote_changed') await recordReoffer(deps, checked);
    if (error instanceof Refusal && error.code === 'address_unavailable') await reportForgedQuote(deps, checked);
    throw error;
  } finally {
    deps.orders.bump(userId);
  }
}

/** Checks what needs no lock: coin, hash, and for a sale without a quote its minimum and an address to pay into. */
async function checkSale(deps: Deps, actor: Actor, order: SellOrder): Promise<CheckedSale> {
  const sale = { cryptoId: order.cryptoId, amount: amountOf('coin', order.amount), currency: order.currency };
  const priced = await priceNow(deps, sale);
  const hash = order.transactionHash ? requireHash(order.cryptoId, order.transactionHash) : null;
  await readIfNamed(deps, order.cryptoId, hash);
  const checked = { actor, order, sale, priced, hash };
  if (order.quoteId) {
    const quote = await findQuote(deps.db, actor.userId, order.quoteId);
    const receiving = quote?.deposit.address === '' ? await receivingOf(deps, quote.cryptoId) : undefined;
    return { ...checked, address: undefined, receiving };
  }
  requireSellable(priced.coin, sale);
  return { ...checked, address: await depositAddressOf(deps, order.cryptoId), receiving: undefined };
}

/**
 * Refuses as the submission would, by what is committed at this moment. Returns the order that this one repeats, where
 * `proofHash` is given to recognize it.
 */
async function refuseEarly(
  deps: Deps,
  checked: CheckedSale,
  proofHash: Buffer | undefined,
): Promise<string | undefined> {
  const { actor, sale, hash } = checked;
  const { userId } = actor;
  return deps.inTx(async (tx) => {
    const now = deps.now();
    const duplicate = proofHash && (await duplicateOf(tx, { userId, ...sale, proofHash }, now));
    if (duplicate) return duplicate;
    const { terms, countedUsd, quote } = await judgeTerms(tx, checked, now);
    const deposit = quote?.deposit ?? checked.address;
    if (deposit && deposit.address !== '')
      await requireHashOutput(deps, tx, { userId, hash, sale }, { terms, deposit });
    await requireAllowance(deps, tx, userId, countedUsd);
    return undefined;
  });
}

type AgreedTerms = { terms: Terms; deposit: DepositAddress; reference: string; isOwn?: boolean };
type JudgedTerms = {
  terms: Terms;
  /**
   * What counts against the limit. Of a sale with a quote that is the quote's value: by it the customer was shown an
   * address, and a rate that rose since must not leave coins without an order.
   */
  countedUsd: Amount<'usd'>;
  quote: Quote | undefined;
};

/** The terms that would hold for the order, and the quote it names. */
async function judgeTerms(
  db: Pick<Db, 'run'>,
  { actor, order, sale, priced }: CheckedSale,
  now: Date,
): Promise<JudgedTerms> {
  const expectedNet = amountOf('payout', order.valueUsd);
  const today = priced.terms;
  if (!order.quoteId) {
    const terms = resolveTerms({ sale, expectedNet, today, now });
    return { terms, countedUsd: terms.valueUsd, quote: undefined };
  }
  const quote = await findQuote(db, actor.userId, order.quoteId);
  if (!quote || quote.droppedAt) throw new NotFound('quote_not_found');
  if (quote.usedAt) throw quoteUsed();
  if (!quote.isSigned) throw addressUnavailable();
  const offer = { sale, expectedNet, quote, today, now };
  const isRecent = quote.createdAt > sinceVisible(now);
  const terms = (isRecent && expiredTerms(offer)) || resolveTerms(offer);
  return { terms, countedUsd: quote.terms.valueUsd, quote };
}

/** The terms, the address and the reference of the order: the quote's own where there is one, which is used by it. */
async function agreeTerms(
  tx: Tx,
  deps: Deps,
  checked: CheckedSale,
  now: Date,
): Promise<AgreedTerms & Pick<JudgedTerms, 'countedUsd'>> {
  const { quote, ...judged } = await judgeTerms(tx, checked, now);
  const { actor, address } = checked;
  if (quote) {
    // A quote that had no payee yet has no address either.
    const payee = { paymentDetails: checked.order.paymentDetails };
    const { receiving } = checked;
    const shown =
      receiving && quote.deposit.address === ''
        ? await attachPayee(tx, deps, actor, { quote, receiving, payee })
        : quote;
    if (!(await markQuoteUsed(tx, actor.userId, quote.id, now))) throw quoteUsed();
    return { ...judged, deposit: shown.deposit, reference: quote.reference, isOwn: shown.leaseId !== null };
  }
  if (!address) throw new Error('A sale without a quote needs an address.');
  await holdAddress(tx, address.address);
  return { ...judged, deposit: address, reference: await issueReference(tx) };
}

/** Refuses a hash that requireOutput refuses. */
export async function requireHashOutput(
  deps: Pick<OrdersPorts, 'readTransaction' | 'hasFreeOutput'>,
  tx: Tx,
  { userId, hash, sale }: { userId: string; hash: string | null; sale: SellInput },
  { terms, deposit: { address, memo: tag } }: Pick<AgreedTerms, 'terms' | 'deposit'>,
): Promise<void> {
  if (!hash) return;
  const [amount, valueUsd] = [decimal(toText(sale.amount)), decimal(toText(terms.valueUsd))];
  await requireOutput(deps, tx, { orderId: null, userId, coinId: sale.cryptoId, hash, address, tag, amount, valueUsd });
}

/** What an order is about beside its terms. */
export type SaleDetails = Pick<OrderDraft, 'userId' | 'quoteId' | 'paymentDetails'> &
  Pick<CheckedSale, 'sale' | 'hash'> & { coin: SoldCoin };

/** Everything an order takes a copy of. */
export function orderDraft(
  { userId, quoteId, paymentDetails, sale, hash, coin }: SaleDetails,
  { terms, deposit, reference }: AgreedTerms,
): OrderDraft {
  const { id, name, symbol, color } = coin;
  return {
    reference,
    userId,
    quoteId,
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
    paymentDetails,
    deposit,
    transactionHash: hash,
    hasProof: true,
  };
}

/** After quote_changed: the customer has seen once that the quote has expired, and may now accept the new terms. */
async function recordReoffer(
  deps: Pick<Platform, 'inTx' | 'db' | 'now'>,
  { actor, order }: CheckedSale,
): Promise<void> {
  const now = deps.now();
  const quote: Quote | undefined = order.quoteId ? await findQuote(deps.db, actor.userId, order.quoteId) : undefined;
  if (!quote || quote.reofferedAt || quote.expiresAt > now) return;
  await deps.inTx((tx) => markReoffered(tx, quote.id, now));
}

/** After address_unavailable: the alarm, if it is the quote that the product did not write. */
async function reportForgedQuote(
  deps: Pick<Platform, 'db' | 'env' | 'inTx' | 'log'>,
  { actor, order }: CheckedSale,
): Promise<void> {
  const quote = order.quoteId ? await findQuote(deps.db, actor.userId, order.quoteId) : undefined;
  if (quote && !quote.isSigned) await reportForged(deps, 'quote', quote.stored);
}

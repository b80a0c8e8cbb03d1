import type { Db, Tx } from '#server/db/connection.ts';
import { chainStateOf } from '#server/features/chains/chains.service.ts';
import { allowanceOf } from '#server/features/orders/open/orders.opening.service.ts';
import { certainRate } from '#server/features/rates/rates.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { isEffective } from '#shared/chains/chains.transfers.ts';
import { dependsOnTransfer } from '#shared/deposits/deposits.counted.ts';
import { finalityOf } from '#shared/deposits/deposits.finality.ts';
import { toleranceOf } from '#shared/deposits/deposits.terms.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, proportionOf, rateOf, round, toText, usdCents, type Amount } from '#shared/kernel/money.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import { quoteRules } from '#shared/sell/sell.quote-rules.ts';
import { buyingRateOf } from '#shared/sell/sell.rules.ts';
import type {
  PayoutRate,
  SettlementInput,
  SettlementPolicy,
  SettlementTerms,
  SettlementTransfer,
} from '#shared/settlements/settlement.terms.ts';
import { settle, type Settlement } from '#shared/settlements/settlement.ts';
import { listClaimedTransfers, noteRates, type ClaimedTransfer } from './settlements.claims.queries.ts';
import type { SettlementsDeps } from './settlements.ports.ts';
import * as queries from './settlements.queries.ts';
import { refundedOf, withoutRefunded } from './settlements.refunded.service.ts';
import { findSettledSale, type Sale } from './settlements.sales.queries.ts';
import { listDoubtful, listNameable, lockCustomerLimit } from './settlements.shared.queries.ts';
import type { SettlementPart } from './settlements.tables.ts';

export type Nameable = Awaited<ReturnType<typeof listNameable>>[number];

export type Arrived = SettlementTransfer & Omit<ClaimedTransfer, keyof SettlementTransfer> & { isNamed: boolean };

/** Deposits of a sale, and the settlement that the rules make of them. */
export type Computed = {
  sale: Sale;
  /** Transfers that the team sees: at a shared address also those that it could name. */
  shown: readonly Arrived[];
  /** The transfers to a shared address, and the other sales they may be meant for. */
  nameable: readonly Nameable[];
  /** Input of the rules, so that they can be asked about another choice. */
  input: SettlementInput;
  /** All claimed transfers, with those that wait and those too small to wait for. */
  transfers: readonly Arrived[];
  /** True if nothing that counts can still change. */
  isFinal: boolean;
  settlement: Settlement;
  /** The settlement of those deposits alone that can no longer change and are meant for no other sale. */
  sure: Settlement;
  live: queries.SettlementRow | undefined;
  history: readonly queries.SettlementRow[];
  /** The reference of another sale that a transfer may be meant for. */
  twoFit: string | undefined;
};

/** At a shared address no customer is asked to send more. */
const policyOf = (deps: SettlementsDeps, sale: Sale): SettlementPolicy =>
  sale.leaseId === null ? { ...shownPolicy(deps, sale), topUpMinutes: 0 } : shownPolicy(deps, sale);

/** The rules that a quote showed; the hours to choose are those of the settings. */
function shownPolicy(deps: SettlementsDeps, { rules }: Sale): SettlementPolicy {
  const { deposits } = settingsOf(deps);
  const parsedRules = quoteRules.safeParse(rules).data;
  if (!parsedRules) return deposits;
  const { tolerancePercent: percent, toleranceMaxUsd: maxUsd, minedMinutes = deposits.minedMinutes } = parsedRules;
  const { graceMinutes, topUpMinutes, overPercent } = parsedRules;
  const times = { graceMinutes, topUpMinutes, minedMinutes, choiceHours: deposits.choiceHours };
  return { tolerance: { percent, maxUsd }, overPercent, ...times };
}

function termsOf(sale: Sale): SettlementTerms {
  const { coinId, currency, expiresAt, watchedUntil } = sale;
  return {
    coinId,
    amount: amountOf('coin', sale.amount, coinId),
    valueUsd: amountOf('usd', sale.valueUsd),
    rate: rateOf('coin', 'payout', sale.rate),
    feePercent: decimal(sale.feePercent),
    minorUnits: minorUnitsOf(currency),
    minimumDeposit: amountOf('coin', sale.minimumDeposit, coinId),
    expiresAt,
    watchedUntil,
  };
}

/** True if a block without a stored rate has it: a new one, or another after a reorganisation. */
const isUnnoted = ({ blockAt, rateAt, reorganisedAt }: ClaimedTransfer): boolean =>
  blockAt !== null && (rateAt === null || (reorganisedAt !== null && rateAt < reorganisedAt));

/** Transfers that a sale claims; in a transaction the current rate is stored first, if a block was just read. */
async function readClaimed(db: Db, { id }: Sale, rateNow: PayoutRate | null, note?: { tx: Tx; now: Date }) {
  const rows = await listClaimedTransfers(db, { orderId: id });
  if (!note || !rows.some(isUnnoted)) return rows;
  await noteRates(note.tx, { orderId: id, rate: rateNow && toText(rateNow), now: note.now });
  return listClaimedTransfers(db, { orderId: id });
}

/** True if no other order, refund or decision uses a transfer. */
export const isFree = ({ coveredBy, isSpent, isClaimed }: Nameable): boolean =>
  isClaimed || (coveredBy === null && !isSpent);

/** Transfers that a sale at a shared address claims or the team names, and those that it could name. */
async function readNamed(deps: SettlementsDeps, db: Db, sale: Sale, namedIds: readonly Id<'transfer'>[]) {
  if (sale.leaseId !== null) return undefined;
  const { percent } = settingsOf(deps).deposits.tolerance;
  const filter = { orderId: sale.id, tolerancePercent: percent, since: sale.quotedAt, ids: namedIds };
  return listNameable(db, { ...filter, now: deps.now() });
}

/** The rate that the customer's last choice agreed to for each transfer; a choice to send more agrees to none. */
function agreedRates(customerChoice: Awaited<ReturnType<typeof queries.findChoice>>): ReadonlyMap<string, PayoutRate> {
  const isAgreed = customerChoice?.choice === 'take' || customerChoice?.choice === 'accept_rate';
  return ratesOf((isAgreed && customerChoice.offer?.parts) || []);
}

/** The rate of each transfer of an offer. */
export const ratesOf = (parts: readonly SettlementPart[]): ReadonlyMap<string, PayoutRate> =>
  new Map(
    parts.flatMap(({ transferIds = [], rate }) =>
      transferIds.map((id) => [id, rateOf('coin', 'payout', rate)] as const),
    ),
  );

/**
 * The transaction `writing` also notes the rates of blocks that were just read. `namedIds` are transfers at a shared
 * address.
 */
type Reading = { writing?: Tx; named?: readonly string[] };

/** Reads a sale and settles it with the stored choice; undefined for an exchange. */
export async function computeSettlement(
  deps: SettlementsDeps,
  db: Db,
  orderId: Id<'order'>,
  { writing, named = [] }: Reading = {},
): Promise<Computed | undefined> {
  const sale = await findSettledSale(db, orderId);
  if (!sale) return undefined;
  if (writing) await lockCustomerLimit(writing, sale.userId);
  const terms = termsOf(sale);
  const policy = policyOf(deps, sale);
  const now = deps.now();
  const rateNow = await rateNowOf(deps, sale);
  const nameable = (await readNamed(deps, db, sale, named)) ?? [];
  const isChosen = (item: Nameable) => item.isClaimed || named.includes(item.id);
  const rows =
    sale.leaseId === null
      ? nameable.filter(isChosen)
      : await readClaimed(db, sale, rateNow, writing && { tx: writing, now });
  const history = await queries.listSettlements(db, orderId);
  const live = history.find(({ voidedAt }) => voidedAt === null);
  const chosenChoice = await queries.findChoice(db, { orderId });
  const agreedRateByTransfer = agreedRates(chosenChoice);
  const isDeep = await depthReader(deps, db, sale);
  const transferOf = (row: ClaimedTransfer) => ({
    ...row,
    amount: amountOf('coin', row.amount, row.coinId),
    // A live settlement is undone only by the transfers it rests on: these were final, even if they have fewer
    // confirmations now.
    isFinal: isDeep(row) || (row.state === 'replaced' && live ? dependsOnTransfer(live.parts, row.id) : row.wasFinal),
    rateThen:
      isUnnoted(row) || row.blockAt === null
        ? rateNow
        : row.rateThen === null
          ? null
          : rateOf('coin', 'payout', row.rateThen),
    rateAgreed: agreedRateByTransfer.get(row.id) ?? null,
    isNamed: rows.includes(row),
  });
  const transfers = rows.map(transferOf);
  const leftUsd = await remainingFor(deps, db, sale, live);
  const unrefundedTransfers = withoutRefunded(transfers, await refundedOf(db, orderId, sale.coinId));
  const counting =
    sale.leaseId === null ? unrefundedTransfers : withoutDust(unrefundedTransfers, toleranceOf(terms, policy), isDeep);
  const input = { terms, transfers: counting, rateNow, policy, leftUsd, choice: chosenChoice?.choice ?? null, now };
  const effectiveTransfers = counting.filter(({ state }) => isEffective(state));
  const ids = effectiveTransfers.map(({ id }) => id);
  const doubtfulPayments = await doubtfulOf(db, sale, ids, policy);
  const unsureIds = new Set([
    ...counting.filter((item) => !isDeep(item)).map(({ id }) => id),
    ...doubtfulPayments.map(({ transferId }) => transferId),
  ]);
  return {
    sale,
    shown: sale.leaseId === null ? nameable.filter(isFree).map(transferOf) : transfers,
    nameable,
    input,
    transfers,
    isFinal: effectiveTransfers.length > 0 && effectiveTransfers.every(isDeep),
    settlement: settle(input),
    sure: settle({ ...input, transfers: counting.filter(({ id }) => !unsureIds.has(id)) }),
    live,
    history,
    twoFit: doubtfulPayments[0]?.reference,
  };
}

/** Transfers that may be meant for an earlier sale of an own address. */
async function doubtfulOf(db: Db, sale: Sale, ids: readonly Id<'transfer'>[], { tolerance }: SettlementPolicy) {
  if (sale.leaseId === null) return [];
  const { addressId, leasedAt, leaseId, amount, userId } = sale;
  const tolerancePercent = tolerance.percent;
  return listDoubtful(db, { addressId, transferIds: ids, leasedAt, tolerancePercent, leaseId, amount, userId });
}

/**
 * Anyone can send a little that no block takes for days: beside coins that are final, less than the tolerance counts
 * once it is final too, and no one waits for it.
 */
function withoutDust(
  transfers: readonly Arrived[],
  minAmount: Amount<'coin'>,
  isDeep: (item: Depth) => boolean,
): readonly Arrived[] {
  const effectiveTransfers = transfers.filter(({ state }) => isEffective(state));
  if (!effectiveTransfers.some(isDeep)) return transfers;
  const dust = effectiveTransfers.filter((item) => !isDeep(item) && item.amount.lt(minAmount));
  return transfers.filter((item) => !dust.includes(item));
}

type Depth = Pick<ClaimedTransfer, 'blockHeight' | 'state'>;

/** Reads once how deep its chain is; answers whether a transfer is so deep that it cannot change any more. */
async function depthReader(deps: SettlementsDeps, db: Db, { coinId, chain, valueUsd }: Sale) {
  const health = await chainStateOf({ ...deps, db }, coinId);
  const { deposits: policy } = settingsOf(deps);
  const worth = amountOf('usd', valueUsd);
  return ({ blockHeight, state }: Depth): boolean => {
    if (!health || state === 'final') return state === 'final';
    return finalityOf({ blockHeight, state }, { chain, valueUsd: worth, policy, health }).isFinal;
  };
}

/** Amount that the customer may still sell without an approved identity, without this sale; null without a limit. */
async function remainingFor(
  deps: SettlementsDeps,
  db: Db,
  { userId, valueUsd, amount, coinId }: Sale,
  live: queries.SettlementRow | undefined,
): Promise<Amount<'usd'> | null> {
  const { kycApproved, limitUsd, usedUsd } = await allowanceOf(deps, db, userId);
  if (kycApproved) return null;
  // A settled sale counts with the amount that is paid for, as in `allowanceOf`.
  const worth = amountOf('usd', valueUsd);
  const paidFor = amountOf('coin', live?.paidFor ?? amount, coinId);
  const agreedAmount = amountOf('coin', amount, coinId);
  const countedWorth = live ? round(proportionOf(worth, paidFor, agreedAmount), usdCents, 'half-up') : worth;
  return limitUsd.minus(usedUsd).plus(countedWorth);
}

/** Payout rate of one coin at this moment; null if it is uncertain. */
async function rateNowOf(deps: SettlementsDeps, { coinId, currency }: Sale): Promise<PayoutRate | null> {
  const rate = await certainRate(deps, coinId, currency);
  return rate && buyingRateOf(rate.priceUsd, rate.unitsPerUsd);
}

import type { Db } from '#server/db/connection.ts';
import type { ChainBalance, ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { coinsLeft } from '#server/features/chains/chains.service.ts';
import type { Platform } from '#server/platform.ts';
import type { getReconciliation } from '#shared/books/books.contract.ts';
import type { ResultOf } from '#shared/kernel/endpoint.ts';
import { amountOf, decimal, toText } from '#shared/kernel/money.ts';
import { minorText, moneyIn } from '#shared/payouts/payouts.money.ts';
import { dayAfter, dayOf, startOf } from '../books.months.ts';
import * as queries from './books.reconciliation.queries.ts';

type Reconciliation = ResultOf<typeof getReconciliation>;
export type ReconciledAccount = Reconciliation['accounts'][number];
type ReconciledCoin = Reconciliation['coins'][number];
const moneyText = (amount: string, currency: string) => minorText(moneyIn(amount, currency));

/**
 * Each account of the business beside its newest statement that ends before a day:
 * the book as of the end of that statement.
 */
export async function reconcileAccounts(db: Db, beforeDay: string, now: Date): Promise<ReconciledAccount[]> {
  const accounts = await queries.readAccounts(db, beforeDay);
  const until = Object.fromEntries(
    accounts.flatMap(({ id, asOf }) => (asOf === null ? [] : [[id, startOf(dayAfter(asOf)).toISOString()]])),
  );
  const holdings = await queries.readHoldings(db, 'bank', until);
  const rows: ReconciledAccount[] = [];
  for (const { id, name, currency, asOf, balance } of accounts) {
    const ownHolding = holdings.find(({ subject, unit }) => subject === id && unit === currency);
    const end = asOf === null ? now : startOf(dayAfter(asOf));
    const inTransit = await queries.readInTransit(db, id, { asOf: asOf ?? dayOf(now), until: end });
    const book = ownHolding?.book ?? '0';
    const difference = balance === null ? null : toText(decimal(balance).minus(decimal(book)));
    rows.push({
      id,
      name,
      currency,
      asOf,
      book: moneyText(book, currency),
      statement: balance === null ? null : moneyText(balance, currency),
      inTransit: moneyText(inTransit, currency),
      difference: difference === null ? null : moneyText(difference, currency),
      entries: ownHolding?.entries ?? 0,
    });
  }
  return rows;
}

/** True if book and statement differ by more than the payments that are on their way. */
export const isUnexplained = ({ difference, inTransit }: ReconciledAccount): boolean =>
  difference !== null && !decimal(difference).eq(decimal(inTransit));

/** The part of the difference that payouts on their way do not explain, as decimal text. */
export const unexplainedOf = ({ difference, inTransit, currency }: ReconciledAccount): string =>
  moneyText(toText(decimal(difference ?? '0').minus(decimal(inTransit))), currency);

/** Compares the book with the statements of the banks, and with the balances that nodes report for our addresses. */
export async function reconciliation(
  deps: Pick<Platform, 'db' | 'now'> & Pick<ChainsPorts, 'balances'>,
): Promise<Reconciliation> {
  const { db, now, balances } = deps;
  const coins = await queries.readHoldings(db, 'coins');
  const [remainingCoins, accounts] = await Promise.all([
    coinsLeft(
      deps,
      coins.map(({ unit }) => unit),
    ),
    reconcileAccounts(db, dayAfter(dayOf(now())), now()),
  ]);
  return {
    accounts,
    coins: coins
      .map((coin) => reconcileCoin(coin, remainingCoins.get(coin.unit) ?? 'not_read', balances.readAt(coin.unit)))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
  };
}

function reconcileCoin(coin: queries.HoldingRow, chainBalance: ChainBalance, readAt: Date | undefined): ReconciledCoin {
  const { unit: id, entries } = coin;
  const book = amountOf('coin', coin.book, id);
  const coinFields = { id, book: toText(book), entries, readAt: readAt?.toISOString() ?? null };
  if (typeof chainBalance === 'string') return { ...coinFields, chain: null, difference: null, gap: chainBalance };
  return { ...coinFields, chain: toText(chainBalance), difference: toText(chainBalance.minus(book)), gap: null };
}

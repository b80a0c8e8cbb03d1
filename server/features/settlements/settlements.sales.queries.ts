import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { first, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { addressLeases, depositAddresses } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { chainOfCoin, type ChainName } from '#shared/reference/chains.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';

type ById = Blanks<{ id: Id<'order'> }>;

const orderFields = {
  id: orders.id,
  reference: orders.reference,
  userId: orders.userId,
  status: orders.status,
  stage: orders.stage,
  version: orders.version,
  amount: orders.amount,
  valueUsd: orders.valueUsd,
  rate: orders.rate,
  feePercent: orders.feePercent,
  proofAt: orders.proofAt,
  coinId: sql`${orders.cryptoId}`.mapWith(String),
  currency: orders.payoutCurrency,
  promisedNet: orders.payoutAmount,
  symbol: cryptoAssets.symbol,
  minimumDeposit: cryptoAssets.minimumDeposit,
  firstName: users.firstName,
  email: users.email,
  language: users.language,
  country: users.country,
  rules: sellQuotes.rules,
};

const ownSale = (db: Reads, { id }: ById) =>
  db
    .select({
      ...orderFields,
      expiresAt: sellQuotes.expiresAt,
      leaseId: addressLeases.id,
      watchedUntil: addressLeases.watchedUntil,
      leasedAt: addressLeases.leasedAt,
      addressId: depositAddresses.id,
      chain: depositAddresses.chain,
      address: depositAddresses.address,
      tag: depositAddresses.tag,
    })
    .from(orders)
    .innerJoin(sellQuotes, eq(sellQuotes.id, orders.quoteId))
    .innerJoin(addressLeases, eq(addressLeases.quoteId, sellQuotes.id))
    .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, orders.cryptoId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), eq(orders.type, 'sell')));
export type OwnSale = RowOf<typeof ownSale>;

/** A sale with an own address and its terms; undefined for every other order. */
export const findOwnSale = first(ownSale);

const sharedSale = (db: Reads, { id }: ById) =>
  db
    .select({
      ...orderFields,
      createdAt: orders.createdAt,
      quoteExpiresAt: sellQuotes.expiresAt,
      quoteCreatedAt: sellQuotes.createdAt,
      address: sql`${orders.depositAddress}`.mapWith(String),
      tag: orders.depositMemo,
    })
    .from(orders)
    .leftJoin(sellQuotes, eq(sellQuotes.id, orders.quoteId))
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, orders.cryptoId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(eq(orders.id, id), eq(orders.type, 'sell'), isNotNull(orders.depositAddress), isNull(sellQuotes.leaseId)),
    );
const findShared = first(sharedSale);

export type SharedSale = Omit<RowOf<typeof sharedSale>, 'createdAt' | 'quoteExpiresAt' | 'quoteCreatedAt'> & {
  chain: ChainName;
  expiresAt: Date;
  /** Time at which its address was shown; a day before the order without a quote. */
  quotedAt: Date;
  leaseId: null;
  watchedUntil: null;
};

/** Sales that are settled: those with an own address, and those at a shared one whose transfers the team names. */
export type Sale = OwnSale | SharedSale;

/** A sale of a coin whose chain is known, at an own or at a shared address; undefined for every other order. */
export async function findSettledSale(db: Db, id: Id<'order'>): Promise<Sale | undefined> {
  const saleAtOwnAddress = await findOwnSale(db, { id });
  if (saleAtOwnAddress) return saleAtOwnAddress;
  const result = await findShared(db, { id });
  const chain = result && chainOfCoin(result.coinId);
  if (!chain) return undefined;
  const { createdAt, quoteExpiresAt, quoteCreatedAt, ...saleFields } = result;
  const expiresAt = quoteExpiresAt ?? createdAt;
  const quotedAt = quoteCreatedAt ?? new Date(createdAt.getTime() - dayMs);
  return { ...saleFields, chain, expiresAt, quotedAt, leaseId: null, watchedUntil: null };
}

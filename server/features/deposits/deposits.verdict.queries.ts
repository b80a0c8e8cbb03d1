import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import type { NamedSale } from '#server/features/orders/orders.ports.ts';
import type { Verdict } from '#shared/deposits/verdict.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderVerdicts, transferClaims } from './deposits.tables.ts';

const saleRow = {
  id: column.uuid,
  userId: column.uuid,
  coinId: column.text,
  amount: column.numeric,
  valueUsd: column.numeric,
  address: column.text,
  tag: orNull(column.text),
  transactionHash: orNull(column.text),
  createdAt: column.moment,
  quotedAt: orNull(column.moment),
};
export type SaleRow = RowOf<typeof saleRow>;

const saleColumns = `o.id, o.user_id as "userId", o.crypto_id as "coinId", o.amount, o.value_usd as "valueUsd",
  o.deposit_address as address, o.deposit_memo as tag, o.transaction_hash as "transactionHash",
  o.created_at as "createdAt", q.created_at as "quotedAt"`;
const isSale = `o.type = 'sell' and o.crypto_id is not null and o.deposit_address is not null`;
const narrowed = { coinId: { ...column.text, isFiltered: true }, address: { ...column.text, isFiltered: true } };

const sale = readStatement(
  { ...saleRow, ...narrowed },
  `select ${saleColumns} from orders o left join sell_quotes q on q.id = o.quote_id where o.id = $1 and ${isSale}`,
);

/** What was agreed about the deposit of a sale; undefined for an exchange, which has none. */
export async function findSale(db: Pick<Db, 'run'>, id: string): Promise<SaleRow | undefined> {
  const [row] = await db.run(sale, [id]);
  return row;
}

const maxRivals = 500;

const rivals = readStatement(
  { ...saleRow, ...narrowed },
  `select ${saleColumns} from orders o left join sell_quotes q on q.id = o.quote_id
   where o.deposit_address = $2 and o.status in (${sqlList(openStatuses)}) and o.crypto_id = $1 and o.id <> $3
     and ${isSale} and not exists (select from transfer_claims c where c.order_id = o.id and c.released_at is null)
   limit ${maxRivals}`,
);

/** The other open sales of a coin at an address that no transfer proves yet. */
export async function listRivals(
  db: Pick<Db, 'run'>,
  { coinId, address, id }: Pick<SaleRow, 'coinId' | 'address' | 'id'>,
): Promise<SaleRow[]> {
  return db.run(rivals, [coinId, address, id]);
}

const naming = readStatement(
  { ...saleRow, ...narrowed },
  `select ${saleColumns} from orders o left join sell_quotes q on q.id = o.quote_id
   where o.crypto_id = $1 and lower(o.transaction_hash) = lower($2) and o.deposit_address = $3
     and o.id is distinct from $4::uuid and o.status not in (${sqlList(refusedStatuses)})
     and ${isSale} and not exists (select from transfer_claims c where c.order_id = o.id and c.released_at is null)`,
);

/** The other live sales of a coin at an address that name a transaction and that no transfer proves yet. */
export async function listNaming(
  db: Pick<Db, 'run'>,
  { coinId, hash, address, orderId }: NamedSale,
): Promise<SaleRow[]> {
  return db.run(naming, [coinId, hash, address, orderId]);
}

const claimRow = { transferId: column.uuid, orderId: column.uuid, reference: column.text };
export type ClaimRow = RowOf<typeof claimRow>;

const claims = readStatement(
  claimRow,
  `select c.transfer_id as "transferId", o.id as "orderId", o.reference
   from transfer_claims c join orders o on o.id = c.order_id
   where c.transfer_id = any($1::uuid[]) and c.released_at is null`,
);

/** The live claims of these transfers. One parameter for all of them: a shared address has hundreds. */
export async function listClaims(db: Pick<Db, 'run'>, transferIds: readonly string[]): Promise<ClaimRow[]> {
  return db.run(claims, [transferIds]);
}

const claimed = readStatement(
  { transferId: column.uuid },
  `select transfer_id as "transferId" from transfer_claims where order_id = $1 and released_at is null`,
);

/** The transfers that prove an order. */
export async function listClaimed(db: Pick<Db, 'run'>, orderId: string): Promise<string[]> {
  return (await db.run(claimed, [orderId])).map(({ transferId }) => transferId);
}

/** Claims transfers for an order; returns how many of them were free. */
export async function insertClaims(
  tx: Tx,
  orderId: string,
  transferIds: readonly string[],
  { grade, now }: { grade: 'own' | 'shared'; now: Date },
): Promise<number> {
  if (transferIds.length === 0) return 0;
  const claimed = await tx
    .insert(transferClaims)
    .values(transferIds.map((transferId) => ({ transferId, orderId, grade, claimedAt: now })))
    .onConflictDoNothing()
    .returning({ id: transferClaims.id });
  return claimed.length;
}

/** Releases what an order has claimed. */
export async function releaseClaims(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx
    .update(transferClaims)
    .set({ releasedAt: now })
    .where(and(eq(transferClaims.orderId, orderId), isNull(transferClaims.releasedAt)));
}

const checks = readStatement(
  { count: column.integer, lastAt: orNull(column.moment) },
  `select count(*)::int as count, max(at) as "lastAt" from audit_log
   where subject_type = 'transaction' and subject_id = $1 and action = 'deposit.checked'`,
);

/** How often a reviewer had a deposit looked for, and when last. */
export async function countChecks(
  db: Pick<Db, 'run'>,
  orderId: string,
): Promise<{ count: number; lastAt: Date | null }> {
  const [row] = await db.run(checks, [orderId]);
  return row ?? { count: 0, lastAt: null };
}

export type SeenVerdict = {
  orderId: string;
  decision: string;
  reason: string | null;
  decidedBy: string;
  at: Date;
};

/** Stores what a reviewer saw when deciding. */
export async function insertVerdict(
  tx: Tx,
  { level, findings, transfers, source, checkedAt }: Verdict,
  seen: SeenVerdict,
): Promise<void> {
  const readAt = checkedAt === null ? null : new Date(checkedAt);
  await tx.insert(orderVerdicts).values({ level, findings, transfers, source, checkedAt: readAt, ...seen });
}

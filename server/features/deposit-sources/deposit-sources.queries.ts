import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { depositAddresses, depositSourceCoins, depositSources } from './deposit-sources.tables.ts';

/** A source as the database has it, not yet verified. */
const sourceRow = {
  ...signedTables.depositSource.fields,
  keyEncrypted: orNull(column.bytes),
  keyEnding: orNull(column.text),
  nextIndex: column.integer,
  addedAt: column.moment,
  stoppedAt: orNull(column.moment),
  stopConfirmed: column.boolean,
  stopReason: orNull(column.text),
  signature: orNull(column.bytes),
  addedByEmail: orNull(column.text),
  coinIds: column.texts,
  highestPaid: orNull(column.integer),
};
export type SourceRow = RowOf<typeof sourceRow>;

const columns = `${signedColumns(signedTables.depositSource, 's')}, s.key_encrypted as "keyEncrypted", s.key_ending as "keyEnding",
  s.next_index as "nextIndex", s.added_at as "addedAt", s.stopped_at as "stoppedAt", s.stop_confirmed as "stopConfirmed",
  s.stop_reason as "stopReason",
  (select email from users u where u.id = s.added_by) as "addedByEmail",
  array(select c.crypto_id from deposit_source_coins c where c.source_id = s.id order by c.crypto_id) as "coinIds",
  (select max(a.address_index) from deposit_addresses a where a.source_id = s.id and a.paid_at is not null) as "highestPaid"`;

/** Every source, newest first: an operator has a few. */
export const listSources = readStatement(sourceRow).rows()`
  select ${columns} from deposit_sources s order by s.added_at desc, s.id`;

export const findSource = readStatement(sourceRow).first<[id: string]>()`
  select ${columns} from deposit_sources s where s.id = $1`;

/** The same, held until the transaction ends: no index is given out meanwhile. */
export const lockSource = writeStatement(sourceRow).first<[id: string]>()`
  select ${columns} from deposit_sources s where s.id = $1 for update of s`;

/** The source that a coin is received by; `isDue` where it takes the place of another one from now on. */
export const findSourceOf = readStatement({ ...sourceRow, isDue: column.boolean }).first<
  [cryptoId: string, now: Date]
>()`
  select ${columns}, not c.is_active as "isDue" from deposit_source_coins c join deposit_sources s on s.id = c.source_id
  where c.crypto_id = $1 and s.is_active and s.stopped_at is null and (c.is_active or s.live_at <= $2)
  order by c.is_active, s.live_at desc limit 1`;

/** Sources whose cool-off is over and that do not serve all of their coins yet, in the order in which they became due. */
export const listDueSources = readStatement({ id: column.uuid }).values<[now: Date]>()`
  select s.id from deposit_sources s where s.is_active and s.stopped_at is null and s.live_at <= $1
    and exists (select from deposit_source_coins c where c.source_id = s.id and not c.is_active)
  order by s.live_at, s.id`;

const replaced = writeStatement({ sourceId: column.uuid })`
  update deposit_source_coins c set is_active = false
  from deposit_source_coins mine where mine.source_id = $1 and c.crypto_id = mine.crypto_id and c.source_id <> $1 and c.is_active
  returning c.source_id as "sourceId"`;
const taken = writeStatement({ cryptoId: column.text })`
  update deposit_source_coins set is_active = true where source_id = $1 and not is_active returning crypto_id as "cryptoId"`;
const coinless = writeStatement(sourceRow)`
  select ${columns} from deposit_sources s where s.id = any($1::uuid[])
    and not exists (select from deposit_source_coins c where c.source_id = s.id and c.is_active) for update of s`;

/** Has a source serve its coins in place of others; returns those that serve none any more. */
export async function takeCoins(tx: Tx, sourceId: string): Promise<SourceRow[]> {
  const lost = await tx.run(replaced, [sourceId]);
  await tx.run(taken, [sourceId]);
  return tx.run(coinless, [lost.map((row) => row.sourceId)]);
}

/** Has a source serve no coin: what it gave out stays. */
export const releaseCoins = writeStatement({ cryptoId: column.text }).send<[sourceId: string]>()`
  update deposit_source_coins set is_active = false where source_id = $1 and is_active returning crypto_id as "cryptoId"`;

export async function insertSource(tx: Tx, row: typeof depositSources.$inferInsert, coinIds: readonly string[]) {
  await tx.insert(depositSources).values(row);
  await replaceCoins(tx, row.id ?? '', coinIds);
}

const otherCoins = writeStatement({ cryptoId: column.text })`
  delete from deposit_source_coins where source_id = $1 and crypto_id <> all($2::text[]) returning crypto_id as "cryptoId"`;

/** Has a source be for these coins, and serve those it did not serve yet only from its hour on. */
export async function replaceCoins(tx: Tx, sourceId: string, coinIds: readonly string[]): Promise<void> {
  await tx.run(otherCoins, [sourceId, coinIds]);
  const rows = coinIds.map((cryptoId) => ({ sourceId, cryptoId, isActive: false }));
  await tx.insert(depositSourceCoins).values(rows).onConflictDoNothing();
}

/** Stores what may change of a source, signed again; a row without a signature keeps its own. */
export async function writeSource(
  tx: Tx,
  { id, isActive, liveAt, whenEmpty, gapLimit, version, signature, stoppedAt, stopReason, stopConfirmed }: Change,
): Promise<void> {
  const change = { isActive, liveAt, whenEmpty, gapLimit, version, stoppedAt, stopReason, stopConfirmed };
  const signed = { ...change, ...(signature && { signature }) };
  await tx.update(depositSources).set(signed).where(eq(depositSources.id, id));
}

type Stored = 'id' | 'isActive' | 'liveAt' | 'whenEmpty' | 'gapLimit' | 'version' | 'stoppedAt';
type Change = Pick<SourceRow, Stored | 'stopReason' | 'stopConfirmed' | 'signature'>;

export const isKeyKnown = readStatement({ id: column.uuid }).exists<[keyHash: string]>()`
  select id from deposit_sources where key_hash = decode($1, 'hex')`;

/** Which of these addresses are, were or must not be ours any more. */
export const listKnown = readStatement({ address: column.text }).values<[addresses: readonly string[]]>()`
  select address from deposit_addresses where address = any($1::text[])
  union select address from deposit_wallets where address = any($1::text[])
  union select to_address from deposit_wallet_changes where to_address = any($1::text[])
  union select from_address from deposit_wallet_changes where from_address = any($1::text[])
  union select address from deposit_address_stops where address = any($1::text[])`;

export async function insertAddresses(tx: Tx, rows: readonly (typeof depositAddresses.$inferInsert)[]): Promise<void> {
  await tx.insert(depositAddresses).values([...rows]);
}

/** Removes the addresses of a list that wait for their hour; returns how many. */
export const deleteWaiting = writeStatement({ id: column.uuid }).count<[sourceId: string, now: Date]>()`
  delete from deposit_addresses where source_id = $1 and live_at > now() and live_at > $2 returning id`;

export const highestIndex = readStatement({ index: column.integer }).only<[sourceId: string]>()`
  select coalesce(max(address_index), -1) as index from deposit_addresses where source_id = $1`;

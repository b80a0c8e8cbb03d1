import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { chainNames } from '#shared/reference/chains.ts';

/** The addresses of these coins at which a payment is expected. */
export const listAwaited = readStatement({ address: column.text }).values<[coinIds: readonly string[]]>()`
  select distinct a.address from address_leases l join deposit_addresses a on a.id = l.address_id
  where l.ended_at is null and a.source_id in
    (select c.source_id from deposit_source_coins c where c.crypto_id = any($1::text[]))`;

/** All addresses of a list. */
export const listListed = readStatement({ address: column.text }).values<[sourceId: string]>()`
  select address from deposit_addresses where source_id = $1`;

/** What an account key gave out from an index on, in the order of the indexes, of which none is left out. */
export const listIssued = readStatement({ address: column.text }).values<[sourceId: string, from: number]>()`
  select address from deposit_addresses where source_id = $1 and address_index >= $2 order by address_index`;

const own = { chain: column.oneOf(chainNames), address: column.text, coinIds: column.texts };

/** An address of a source, with the coins that are received there. */
export const findOwn = readStatement(own).first<[sourceId: string, id: string]>()`
  select a.chain, a.address,
    array(select c.crypto_id from deposit_source_coins c where c.source_id = a.source_id order by 1) as "coinIds"
  from deposit_addresses a where a.source_id = $1 and a.id = $2`;

/** Notes that an address is looked at now; false where it was since that moment. */
export const markChecked = writeStatement({ id: column.uuid }).exists<[id: string, now: Date, since: Date]>()`
  update deposit_addresses set checked_at = $2 where id = $1 and (checked_at is null or checked_at <= $3) returning id`;

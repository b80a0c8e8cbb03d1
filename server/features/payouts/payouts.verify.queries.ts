import type { Db, Tx } from '#server/db/connection.ts';
import { recordsOf } from '#server/db/records.ts';
import { column, orNull } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { batchedWrite, readStatement, runBatch } from '#server/db/statements.ts';
import { endedByReturn } from './statements/payouts.lines.queries.ts';

/** Files of batches that are not what was written at the release. */
export const readChangedFiles = readStatement({
  id: column.uuid,
  seq: column.integer,
  sha256: column.text,
  found: column.text,
}).rows()`
  select b.id, b.seq, f.sha256, encode(sha256(f.bytes), 'hex') as found
  from payout_files f join payout_batches b on b.id = f.batch_id where encode(sha256(f.bytes), 'hex') <> f.sha256`;

const noId = '00000000-0000-0000-0000-000000000000';
const chunk = 1_000;
/** A payout that can still be paid or come back. */
const isLive = "p.state in ('due', 'held', 'batched', 'released', 'sent', 'returned')";

const signed = { signature: orNull(column.bytes), reference: column.text };
const payouts = readStatement({ ...signedTables.payout.fields, ...signed }).rows<[after: string]>()`
  select ${signedColumns(signedTables.payout, 'p')}, t.reference from payouts p join orders t on t.id = p.order_id
  where p.id > $1 and ${isLive} order by p.id limit ${chunk}`;
const attempts = readStatement({ ...signedTables.payoutAttempt.fields, ...signed }).rows<[after: string]>()`
  select ${signedColumns(signedTables.payoutAttempt, 'a')}, t.reference from payout_attempts a
  join payouts p on p.id = a.payout_id join orders t on t.id = p.order_id
  where a.id > $1 and ${isLive} order by a.id limit ${chunk}`;

/** All rows of a statement that answers them by id, a chunk at a time. */
async function* inChunks<Row extends { id: string }>(read: (after: string) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after = noId; ;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last.id;
  }
}

/** The payouts that can still be paid or come back, with their signatures. */
export const readSignedPayouts = (db: Pick<Db, 'run'>) => inChunks((after) => payouts(db, after));

/** The attempts of such payouts, with their signatures. */
export const readSignedAttempts = (db: Pick<Db, 'run'>) => inChunks((after) => attempts(db, after));

export const hasPayouts = readStatement({ id: column.uuid }).exists<[userId: string]>()`
  select p.id from payouts p join orders t on t.id = p.order_id where t.user_id = $1 limit 1`;

// Amounts as text: a number of JSON would be read back as a binary float.
/** Everything on record of the payouts to a customer: what was paid, when, and to which account. */
export const exportPayoutsPersonalData = recordsOf(
  `select coalesce(json_agg(json_build_object('reference', t.reference, 'kind', p.kind, 'state', p.state,
    'amount', trim_scale(p.amount)::text, 'currency', p.currency, 'paidTo', p.details, 'approvedAt', p.approved_at,
    'attempts', (select json_agg(json_build_object('id', a.end_to_end_id, 'state', a.state, 'paidTo', a.details,
      'sentAt', a.sent_at, 'settledAt', a.settled_at, 'returned', a.returned) order by a.no)
      from payout_attempts a where a.payout_id = p.id)) order by p.approved_at, p.id), '[]') as records
  from payouts p join orders t on t.id = p.order_id where t.user_id = $1`,
);

const eraseAttempts = batchedWrite(
  `update payout_attempts a set details = null, returned = a.returned || '{"note": null}' from payouts p join orders t on t.id = p.order_id
   where a.payout_id = p.id and t.user_id = $1`,
);
const erasePayouts = batchedWrite(
  `update payouts p set details = null, note = null, reason = null from orders t
   where t.id = p.order_id and t.user_id = $1`,
);

const eraseReasons = batchedWrite(
  `update book_entries e set reason = null from orders t
   where t.id = e.order_id and t.user_id = $1 and e.reason is not null`,
);

/** Removes the payees of a customer's payouts, and what members wrote about them, in the book too. */
export async function erasePayeesOf(tx: Tx, userId: string): Promise<void> {
  await runBatch(tx, async (all) => {
    await all.run(eraseAttempts, [userId]);
    await all.run(erasePayouts, [userId]);
    await all.run(eraseReasons, [userId]);
  });
}

const isOver = '< ($1::timestamptz - make_interval(years => $2))';
const clearLines = batchedWrite(
  `update statement_lines set text = '', counterparty_name = null, counterparty_account = null, reason = null
   where booked_on ${isOver}::date and (text <> '' or counterparty_name is not null or counterparty_account is not null
     or reason is not null)`,
);
const clearMatches = batchedWrite(
  `update line_matches m set reason = null,
     undone_reason = case when m.undone_reason = '${endedByReturn}' then m.undone_reason end
   from statement_lines l where l.id = m.line_id and l.booked_on ${isOver}::date
     and (m.reason is not null or m.undone_reason <> '${endedByReturn}')`,
);
const clearStatements = batchedWrite(
  `update statements set bytes = null, gap_reason = null
   where (bytes is not null or gap_reason is not null) and imported_at ${isOver}`,
);

/** Removes what statements say of third persons, once the retention has ended. */
export async function clearOldStatements(tx: Tx, now: Date, years: number): Promise<void> {
  await tx.run(clearLines, [now, years]);
  await tx.run(clearMatches, [now, years]);
  await tx.run(clearStatements, [now, years]);
}

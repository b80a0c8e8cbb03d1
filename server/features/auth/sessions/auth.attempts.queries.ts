import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { column, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { signInAttempts } from '../auth.tables.ts';

const counted = {
  attempts: column.integer,
  waitSeconds: column.integer,
};
export type Counted = RowOf<typeof counted>;

// One statement, so that of many attempts at once each gets a number of its own.
const count = writeStatement(counted)`
  insert into sign_in_attempts as counted (key, attempts, resets_at) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (key) do update set
    attempts = case when counted.resets_at <= now() then 1 else counted.attempts + 1 end,
    resets_at = case when counted.resets_at <= now() then excluded.resets_at else counted.resets_at end
  returning attempts, ceil(extract(epoch from resets_at - now()))::int as "waitSeconds"`;

/** Counts one attempt in the window of `seconds` that began with the first. */
export async function countAttempt(tx: Tx, key: Buffer, seconds: number): Promise<Counted> {
  const [counted] = await tx.run(count, [key, seconds]);
  if (!counted) throw new Error('A count came back without its row.');
  return counted;
}

/** The attempt was right: it does not count. */
export const uncountAttempt = writeStatement({}).send<
  [key: Buffer]
>()`update sign_in_attempts set attempts = greatest(0, attempts - 1) where key = $1`;

export async function deleteAttempts(tx: Tx, key: Buffer): Promise<void> {
  await tx.delete(signInAttempts).where(eq(signInAttempts.key, key));
}

/** Whether this account was recently signed in to from this address; of IPv6 from its /64, as privacy addresses change daily. */
export const isKnownCaller = readStatement({ known: column.boolean }).only<[email: string, ip: string]>()`
  select exists (select from sessions s join users u on u.id = s.user_id
    where u.email = $1 and s.created_at > now() - interval '30 days'
      and network(set_masklen(s.ip, case when family(s.ip) = 6 then 64 else 32 end)) >>= $2::inet) as known`;

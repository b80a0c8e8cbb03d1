import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { readStatement, writeStatement } from '#server/db/hot.ts';
import { signInTries } from './auth.tables.ts';

export type Counted = { tries: number; waitSeconds: number };

// One statement, so that of many tries at once each gets a number of its own.
const count = writeStatement<Counted>(
  `insert into sign_in_tries as kept (key, tries, resets_at) values ($1, 1, now() + make_interval(secs => $2))
   on conflict (key) do update set
     tries = case when kept.resets_at <= now() then 1 else kept.tries + 1 end,
     resets_at = case when kept.resets_at <= now() then excluded.resets_at else kept.resets_at end
   returning tries, ceil(extract(epoch from resets_at - now()))::int as "waitSeconds"`,
);

/** Counts one try in the window of `seconds` that began with the first. */
export async function countTry(tx: Tx, key: Buffer, seconds: number): Promise<Counted> {
  const [counted] = await tx.run(count, [key, seconds]);
  if (!counted) throw new Error('A count came back without its row.');
  return counted;
}

const takeBack = writeStatement<object>(`update sign_in_tries set tries = greatest(0, tries - 1) where key = $1`);

/** The try was right: it was none to count. */
export async function takeTryBack(tx: Tx, key: Buffer): Promise<void> {
  await tx.run(takeBack, [key]);
}

export async function dropTries(tx: Tx, key: Buffer): Promise<void> {
  await tx.delete(signInTries).where(eq(signInTries.key, key));
}

const knownCaller = readStatement<{ known: boolean }>(
  `select exists (select from sessions s join users u on u.id = s.user_id
     where u.email = $1 and s.ip = $2::inet and s.created_at > now() - interval '30 days') as known`,
);

/** Whether somebody has signed in to this account from this address lately. */
export async function isKnownCaller(tx: Tx, email: string, ip: string): Promise<boolean> {
  const [answer] = await tx.run(knownCaller, [email, ip]);
  return answer?.known ?? false;
}

import type { Tx } from '#server/db/connection.ts';
import { networkOf } from '#server/http/guards/limits.ts';
import { TooMany } from '#server/lib/refusal.ts';
import { hourSeconds, minuteSeconds } from '#shared/reference/units-of-time.ts';
import type { AuthDeps } from '../auth.ports.ts';
import { countAttempt, deleteAttempts, isKnownCaller, uncountAttempt } from './auth.sessions.queries.ts';

type Window = { key: Buffer; maxCount: number; seconds: number };

/** The source of an attempt: a device that signed in to the account before, or any network. */
type Guesser = { ip: string; device?: string | undefined };

/** Guesses at an account: ten a quarter of an hour a caller, forty an hour in all; a known device is a caller. */
const windowsOf = (
  { auth: { keys } }: AuthDeps,
  address: string,
  { ip, device }: Guesser,
): [caller: Window, everyCaller: Window] => {
  const key = device
    ? keys.attemptsOf('account and device', address, device)
    : keys.attemptsOf('account and caller', address, networkOf(ip));
  return [
    { key, maxCount: 10, seconds: 15 * minuteSeconds },
    { key: keys.attemptsOf('account', address), maxCount: 40, seconds: hourSeconds },
  ];
};

/**
 * Counts a password before it is compared; returns how to take back the count of a right one. Refuses with
 * too_many_requests.
 */
export async function countPasswordAttempt(
  deps: AuthDeps,
  address: string,
  guesser: Guesser,
): Promise<{ wasRight: (tx: Tx) => Promise<void> }> {
  const windows = windowsOf(deps, address, guesser);
  const waitsSeconds = await deps.inTx(async (tx) => {
    // Otherwise guesses from everywhere could lock the owner, or the administrator, out.
    const isKnown = guesser.device !== undefined || (await isKnownCaller(tx, { email: address, ip: guesser.ip }));
    const exceededWaits: number[] = [];
    for (const [at, { key, maxCount, seconds }] of windows.entries()) {
      const { attempts, waitSeconds } = await countAttempt(tx, { key, seconds });
      if (attempts > maxCount * deps.env.rateLimitFactor && (at === 0 || !isKnown)) exceededWaits.push(waitSeconds);
    }
    return exceededWaits;
  });
  if (waitsSeconds.length > 0) throw new TooMany(Math.max(...waitsSeconds));
  return { wasRight: (tx) => eachKey(windows, (key) => uncountAttempt(tx, { key })) };
}

/** Resets the attempts on an account after a new password, so that its owner can sign in at once. */
export async function resetPasswordAttempts(tx: Tx, deps: AuthDeps, address: string, ip: string): Promise<void> {
  await eachKey(windowsOf(deps, address, { ip }), (key) => deleteAttempts(tx, { key }));
}

/** Always in the same order, so that two at once cannot wait for each other. */
async function eachKey(windows: readonly Window[], work: (key: Buffer) => Promise<void>): Promise<void> {
  for (const { key } of windows) await work(key);
}

import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { viewOf } from '#server/features/wallets/wallets.admin.service.ts';
import type { WalletsPorts } from '#server/features/wallets/wallets.ports.ts';
import { stopAddress, type StopInput } from '#server/features/wallets/wallets.stops.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { WalletView } from '#shared/wallets/wallets.contract.ts';
import { sinceVisible } from './sell.service.ts';
import { listQuotesAt, redactAnswers, type StoppedAddress } from './sell.stops.queries.ts';

type Deps = Pick<Platform, 'db' | 'env' | 'fourEyes' | 'inTx' | 'log' | 'now'> & WalletsPorts;

/**
 * Stops a deposit address, everywhere: no new quote gets it, every answer is without it, every open screen fetches again,
 * and each customer who may be about to pay there gets a mail. Refuses with not_found and conflict as stopAddress of the
 * wallets does.
 */
export async function stopDepositAddress(
  deps: Deps,
  actor: Actor,
  cryptoId: string,
  input: StopInput,
): Promise<WalletView> {
  await deps.inTx(async (tx) => {
    const stop = await stopAddress(tx, deps, actor, { cryptoId, input });
    if (!stop) return;
    await informOfStop(tx, stop, stop.stoppedAt);
  });
  return viewOf(deps, cryptoId);
}

/** Takes a stopped address out of every stored answer, and mails whoever may be about to pay there. */
export async function informOfStop(tx: Tx, stopped: StoppedAddress, at: Date): Promise<void> {
  await redactAnswers(tx, stopped, at);
  for (const { id, userId, reference, email, firstName, language } of await listQuotesAt(
    tx,
    stopped,
    sinceVisible(at),
  )) {
    const data = { firstName, id, reference };
    await sendMail(tx, { template: 'address_stopped', to: { userId, email, language }, data });
  }
}

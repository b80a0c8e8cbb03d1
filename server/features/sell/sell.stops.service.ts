import { z } from 'zod';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { viewOf } from '#server/features/wallets/wallets.admin.service.ts';
import { stopAddress, type StopInput } from '#server/features/wallets/wallets.stops.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { PendingApproval, type Approval } from '#server/http/four-eyes.ts';
import type { Platform } from '#server/platform.ts';
import { addressStop, type WalletView } from '#shared/wallets/wallets.contract.ts';
import { sinceVisible } from './sell.service.ts';
import { listQuotesAt, redactAnswers } from './sell.stops.queries.ts';

type Deps = Pick<Platform, 'db' | 'env' | 'fourEyes' | 'inTx' | 'log' | 'now'>;

/**
 * Stops a deposit address for good, everywhere: no new quote gets it, every answer is without it, every open screen fetches
 * again, and each customer who may be about to pay there gets a mail. May wait for a second member. Refuses with not_found
 * and conflict as stopAddress of the wallets does.
 */
export async function stopDepositAddress(
  deps: Deps,
  actor: Actor,
  cryptoId: string,
  input: StopInput,
  approval?: Approval,
): Promise<WalletView | PendingApproval> {
  const pending = await deps.inTx(async (tx) => {
    const stop = await stopAddress(tx, deps, actor, { cryptoId, input, approval });
    if (stop instanceof PendingApproval) return stop;
    await redactAnswers(tx, stop, stop.stoppedAt);
    for (const { id, userId, reference, email, firstName, language } of await listQuotesAt(
      tx,
      stop,
      sinceVisible(stop.stoppedAt),
    )) {
      const data = { firstName, id, reference };
      await sendMail(tx, { template: 'address_stopped', to: { userId, email, language }, data });
    }
    return undefined;
  });
  return pending ?? viewOf(deps, cryptoId);
}

const approvedInput = z.object({ stop: addressStop });

/** Carries out a stop that a second member has approved. Refuses as stopDepositAddress does. */
export async function stopApproved(deps: Deps, actor: Actor, approval: Approval): Promise<unknown> {
  const { stop } = approvedInput.parse(approval.input);
  return stopDepositAddress(deps, actor, approval.subjectId, stop, approval);
}

import type { Tx } from '#server/db/connection.ts';
import { dropMailOf } from '#server/features/mail/mail.service.ts';
import { endCodesOf } from '../codes/auth.codes.queries.ts';
import { deleteWaitingFactor } from '../second-factor/auth.second-factor.queries.ts';
import { revokeSessions, type RevokeReason, type SessionStore } from './auth.sessions.ts';

/**
 * Ends all that may still open a user's account by what was true until now: sessions (but `except`), reset links, codes
 * for a new address, waiting mails that carry one, and a second factor that waits for its first code. Belongs in the transaction that changes the password or the
 * address, blocks or deletes. Returns how many sessions ended.
 */
export async function revokeAccess(
  deps: { sessions: Pick<SessionStore, 'dropCached'> },
  tx: Tx,
  whose: { userId: string; except?: string },
  reason: RevokeReason,
): Promise<number> {
  await endCodesOf(tx, whose.userId);
  await deleteWaitingFactor(tx, whose.userId);
  await dropMailOf(tx, whose.userId, { reason: 'access revoked', templates: ['password_reset', 'verification_code'] });
  return revokeSessions(deps, tx, whose, reason);
}

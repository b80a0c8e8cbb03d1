import type { Tx } from '#server/db/connection.ts';
import { Invalid } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { codeMinutes } from '#shared/auth/auth.codes.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AuthPorts } from '../auth.ports.ts';
import type { CodePurpose } from '../sessions/auth.keys.ts';
import { spendCode } from './auth.codes.queries.ts';
import { issueCode, newDigits, verifyCode } from './auth.codes.ts';

/** Action that a signed-in user confirms with a code from their mail. */
interface Action {
  purpose: CodePurpose;
  userId: Id<'user'>;
  /** Id of the changed row: a code for one order opens no other. */
  id: string;
}

const kindOf = ({ auth }: AuthPorts, { purpose, userId, id }: Action) => ({
  purpose,
  subject: auth.keys.subjectOfChange(userId, id),
});

/**
 * A new code to be mailed in this transaction. `digits` is null where the last one is younger than a minute and counts.
 */
export async function issueActionCode(
  tx: Tx,
  deps: AuthPorts,
  action: Action,
): Promise<{ digits: string | null; minutes: number; expiresAt: Date }> {
  const kind = kindOf(deps, action);
  const digits = newDigits();
  const hash = deps.auth.keys.hashCode(kind.purpose, kind.subject, digits);
  const { fresh, expiresAt } = await issueCode(tx, kind, { hash, minutes: codeMinutes, userId: action.userId });
  return { digits: fresh ? digits : null, minutes: codeMinutes, expiresAt };
}

/**
 * Compares a code before the transaction of the action. Every attempt counts, and five wrong ones end the code. The
 * returned function uses the code up inside that transaction, and refuses with invalid_code for a wrong or used one.
 */
export async function confirmActionCode(
  deps: AuthPorts & Pick<Platform, 'inTx'>,
  action: Action,
  digits: string,
): Promise<(tx: Tx) => Promise<void>> {
  const code = await verifyCode(deps, kindOf(deps, action), digits);
  return async (tx) => {
    if (!code || !(await spendCode(tx, { id: code.id }))) throw new Invalid('invalid_code', 'one_time_code_wrong');
  };
}

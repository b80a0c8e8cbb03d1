import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import type { AuthDeps } from '#server/features/auth/auth.ports.ts';
import { mailInvitation } from '#server/features/auth/auth.service.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { isJoinable } from '#server/features/users/users.service.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as inviting from './imports.inviting.queries.ts';
import * as queries from './imports.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'imports.invite': object;
    'imports.sweep': object;
  }
}

/** The mails of one hour, those by hand included. */
const maxPerHour = 500;
/** Maximum number of mails of one run, so that it ends before the next one a minute later. */
const maxAtOnce = 100;

/**
 * Mails the next invitations of imports, as many as the hour allows; skips customers who were blocked or invited, or
 * have joined, meanwhile. Each has its own transaction, so that a failed one is tried again and delays no other.
 */
export async function inviteNext(deps: AuthDeps): Promise<void> {
  for (const row of await inviting.listWaiting(deps.db, { limit: maxAtOnce })) {
    const isHourFull = await deps
      .inTx((tx) => inviteOne(tx, deps, row))
      .catch((error: unknown) => {
        deps.log.error(
          { import: row.id, line: row.line, ...describeError(error) },
          'an invitation could not be mailed',
        );
        return false;
      });
    if (isHourFull) return;
  }
}

/** Returns true if the hour takes no more invitations. */
async function inviteOne(tx: Tx, deps: AuthDeps, row: { id: Id<'import'>; line: number }): Promise<boolean> {
  await lockName(tx, 'invitations of imports');
  const { total } = await inviting.countInvited(tx);
  if (total >= maxPerHour) return true;
  const waitingInvitation = await inviting.lockWaiting(tx, row);
  if (!waitingInvitation) return false;
  if (isJoinable(waitingInvitation.user) && waitingInvitation.user.invitedAt === null)
    await mailInvitation(tx, deps, waitingInvitation.user);
  await inviting.endWait(tx, row);
  return false;
}

/** Drops imports that were not applied within a day, and empties the rows of those that were applied a day ago. */
export async function sweepImports({ db, inTx }: Pick<Platform, 'db' | 'inTx'>): Promise<void> {
  for (const { id } of await queries.listStale(db))
    await inTx(async (tx) => {
      const row = await queries.lockImport(tx, id);
      if (row?.state === 'checked') await queries.dropImport(tx, id);
    });
  await inTx(queries.eraseEnded);
}

export const importsJobs: FeatureJobs<AuthDeps> = {
  tasks: { 'imports.invite': (deps) => inviteNext(deps), 'imports.sweep': (deps) => sweepImports(deps) },
  crons: [
    { task: 'imports.invite', at: '* * * * *' },
    { task: 'imports.sweep', at: '*/10 * * * *' },
  ],
};

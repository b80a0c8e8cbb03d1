import { lockName } from '#server/db/locks.ts';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import { mailInvitation } from '#server/features/auth/auth.service.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { isJoinable } from '#server/features/users/users.service.ts';
import type { Platform } from '#server/platform.ts';
import * as queries from './imports.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'imports.invite': object;
    'imports.sweep': object;
  }
}

/** The mails of one hour, those by hand included. */
const maxPerHour = 500;
/** A transaction with more of them would hold their customers for too long. */
const maxAtOnce = 100;

/** Mails the next invitations of imports, as many as the hour still takes; skips who was blocked, invited or joined meanwhile. */
export async function inviteNext(deps: Platform & AuthPorts): Promise<void> {
  await deps.inTx(async (tx) => {
    await lockName(tx, 'invitations of imports');
    const { total } = await queries.countInvited(tx);
    const limit = Math.min(maxAtOnce, maxPerHour - total);
    if (limit <= 0) return;
    for (const { importId: id, line, user } of await queries.lockWaiting(tx, { limit })) {
      if (isJoinable(user) && user.invitedAt === null) await mailInvitation(deps, tx, user);
      await queries.endWait(tx, { id, line });
    }
  });
}

/** Drops imports that nobody applied within a day, and empties the rows of those that were applied a day ago. */
export async function sweepImports({ db, inTx }: Pick<Platform, 'db' | 'inTx'>): Promise<void> {
  for (const { id } of await queries.listStale(db))
    await inTx(async (tx) => {
      const row = await queries.lockImport(tx, id);
      if (row?.state === 'checked') await queries.dropImport(tx, id);
    });
  await inTx(queries.eraseEnded);
}

export const importsJobs: FeatureJobs<Platform & AuthPorts> = {
  tasks: { 'imports.invite': (deps) => inviteNext(deps), 'imports.sweep': (deps) => sweepImports(deps) },
  crons: [
    { task: 'imports.invite', at: '* * * * *' },
    { task: 'imports.sweep', at: '*/10 * * * *' },
  ],
};

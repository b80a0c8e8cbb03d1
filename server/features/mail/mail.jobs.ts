import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { deliverMail } from './mail.delivery.ts';
import type { MailDeps } from './mail.ports.ts';
import { deleteOldMail } from './mail.queries.ts';
import { pollTelegram } from './mail.telegram.service.ts';
import { deleteOldNotices } from './notices/notices.queries.ts';
import { gatherNotices, shareNotices } from './notices/notices.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'mail.sweep': object;
  }
}

const retentionMs = 30 * dayMs;

export const mailJobs: FeatureJobs<MailDeps> = {
  tasks: {
    'mail.deliver': (deps, { id }) => deliverMail(deps, id),
    'telegram.deliver': (deps, { id }) => deliverMail({ ...deps, deliveryThrottle: deps.telegramThrottle }, id),
    'telegram.poll': pollTelegram,
    'notices.share': (deps) => shareNotices(deps),
    'notices.gather': gatherNotices,
    'mail.sweep': ({ inTx, now }) =>
      inTx(async (tx) => {
        const retainedSince = new Date(now().getTime() - retentionMs);
        await deleteOldMail(tx, { before: retainedSince });
        await deleteOldNotices(tx, { before: retainedSince });
      }),
  },
  crons: [
    { task: 'mail.sweep', at: '41 3 * * *' },
    { task: 'notices.share', at: '* * * * *' },
  ],
  // While the mail server is down the mails wait as jobs, and this run asks neither the server nor the database.
  pausedTasks: ({ deliveryThrottle, telegramThrottle }) => [
    ...(deliveryThrottle.isPaused ? (['mail.deliver'] as const) : []),
    ...(telegramThrottle.isPaused ? (['telegram.deliver'] as const) : []),
  ],
};

import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { dayMs } from '#server/lib/time.ts';
import { deliverMail, type DeliveryDeps } from './mail.delivery.ts';
import { deleteOldMail } from './mail.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'mail.sweep': object;
  }
}

const retentionMs = 30 * dayMs;

export const mailJobs: FeatureJobs<DeliveryDeps> = {
  tasks: {
    'mail.deliver': (deps, { id }) => deliverMail(deps, id),
    'mail.sweep': ({ inTx, now }) => inTx((tx) => deleteOldMail(tx, new Date(now().getTime() - retentionMs))),
  },
  crons: [{ task: 'mail.sweep', at: '41 3 * * *' }],
  // While the mail server is down the mails wait as jobs, and nothing is asked of either.
  pausedTasks: ({ deliveryThrottle }) => (deliveryThrottle.isPaused ? ['mail.deliver'] : []),
};

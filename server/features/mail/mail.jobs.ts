import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { deliverMail, retryMail, type DeliveryDeps } from './mail.delivery.ts';
import { deleteOldMail } from './mail.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'mail.deliver': { id: string };
    'mail.sweep': object;
  }
}

const retentionMs = 30 * 24 * 3_600_000;

export const mailJobs: FeatureJobs<DeliveryDeps> = {
  tasks: {
    'mail.deliver': (deps, { id }) => deliverMail(deps, id),
    'mail.retry': (deps) => retryMail(deps),
    'mail.sweep': ({ inTx, now }) => inTx((tx) => deleteOldMail(tx, new Date(now().getTime() - retentionMs))),
  },
  crons: [
    // Finds the mails of a process that died between taking and sending them.
    { task: 'mail.retry', at: '* * * * *' },
    { task: 'mail.sweep', at: '41 3 * * *' },
  ],
};

import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { mailAuditHead, verifyNightly } from './alarms.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'alarms.mail-audit-head': object;
    'alarms.verify-audit': object;
  }
}

/** Every night the audit log is verified; every Monday morning the administrator gets its newest checkpoint. */
export const alarmsJobs: FeatureJobs<Platform> = {
  tasks: { 'alarms.mail-audit-head': (deps) => mailAuditHead(deps), 'alarms.verify-audit': verifyNightly },
  copyTasks: ['alarms.verify-audit'],
  crons: [
    { task: 'alarms.mail-audit-head', at: '12 6 * * 1' },
    { task: 'alarms.verify-audit', at: '23 2 * * *' },
  ],
};

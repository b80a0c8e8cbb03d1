import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { mailAuditHead } from './alarms.audit.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'alarms.mail-audit-head': object;
  }
}

/** Every Monday morning the administrator gets the newest checkpoint of the audit log. */
export const alarmsJobs: FeatureJobs<Platform> = {
  tasks: { 'alarms.mail-audit-head': (deps) => mailAuditHead(deps) },
  crons: [{ task: 'alarms.mail-audit-head', at: '12 6 * * 1' }],
};

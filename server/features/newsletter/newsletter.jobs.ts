import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { sendNext } from './newsletter.sending.service.ts';
import { deleteUnconfirmed } from './newsletter.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'newsletter.send': { postId: Id<'post'> };
    'newsletter.sweep': object;
  }
}

export const newsletterJobs: FeatureJobs<Platform & SettingsPorts> = {
  tasks: {
    'newsletter.send': (deps, { postId }) => sendNext(deps, postId),
    'newsletter.sweep': (deps) => deleteUnconfirmed(deps),
  },
  crons: [{ task: 'newsletter.sweep', at: '7 4 * * *' }],
};

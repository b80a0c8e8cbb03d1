import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { questionOver } from './admin/chat.question.service.ts';
import { mailRequests } from './bot/chat.bot.service.ts';
import { mailAnswers } from './chat.mail.service.ts';
import type { ChatDeps } from './chat.ports.ts';
import { dropRooms } from './live/chat.rooms.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'chat.mail-answers': { roomId: Id<'room'> };
    'chat.mail-requests': { roomId: Id<'room'> | null };
    'chat.question-over': { orderId: Id<'order'> };
    'chat.sweep': object;
  }
}

/** Mails answers to customers who have left, and deletes outdated rows. */
export const chatJobs: FeatureJobs<ChatDeps> = {
  tasks: {
    'chat.mail-answers': mailAnswers,
    'chat.mail-requests': (deps, { roomId }) => deps.inTx((tx) => mailRequests(tx, deps, roomId)),
    'chat.question-over': questionOver,
    'chat.sweep': ({ inTx }) => inTx(dropRooms),
  },
  crons: [{ task: 'chat.sweep', at: '17 * * * *' }],
};

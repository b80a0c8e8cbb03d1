import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { questionOver } from './admin/chat.question.service.ts';
import { mailRequests } from './bot/chat.bot.service.ts';
import { endOfRoom, readLater, textOrFile } from './chat.messages.queries.ts';
import type { ChatDeps } from './chat.ports.ts';
import { dropRooms, isCustomerThere, lockRoom, markMailed } from './live/chat.rooms.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'chat.mail-answers': { roomId: Id<'room'> };
    'chat.mail-requests': { roomId: Id<'room'> | null };
    'chat.question-over': { orderId: Id<'order'> };
    'chat.sweep': object;
  }
}

/** Maximum messages per mail; the rest is in the chat. */
const maxInMail = 50;

/** Mails the agents' messages that the customer has not seen. Running twice sends once: it records the mailed ones. */
async function mailAnswers({ inTx }: ChatDeps, { roomId }: { roomId: Id<'room'> }): Promise<void> {
  await inTx(async (tx) => {
    const room = await lockRoom(tx, { id: roomId });
    if (!room?.email || (await isCustomerThere(tx, { roomId }))) return;
    const from = Math.max(room.mailedSeq, room.userSeenSeq);
    const answers = (await readLater(tx, { roomId, after: from, limit: endOfRoom })).filter(
      ({ sender }) => sender === 'support',
    );
    if (answers.length === 0) return;
    const answer = answers.slice(0, maxInMail).map(textOrFile).join('\n\n');
    const to = { userId: room.userId, email: room.email, language: room.language ?? 'en' };
    await sendMail(tx, { template: 'chat_answer', to, data: { answer } });
    await markMailed(tx, { id: roomId, seq: room.lastSeq });
  });
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

import type { Tx } from '#server/db/connection.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { endOfRoom, readLater, textOrFile } from './chat.messages.queries.ts';
import { isCustomerThere, lockRoom, markMailed, type RoomRow } from './live/chat.rooms.queries.ts';

/** Lines of one answer go into one mail. */
const batchDelayMs = 20_000;
/** A connection still open after this long has shown the answer: a dead one is detected sooner. */
const presenceTimeoutMs = 90_000;

/** Schedules a mail with the agents' messages, should the customer not see them. */
export async function scheduleAnswerMail(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  { id, email }: RoomRow,
): Promise<void> {
  if (email === null) return;
  const waitMs = (await isCustomerThere(tx, { roomId: id })) ? presenceTimeoutMs : batchDelayMs;
  const options = { key: `chat-answers ${id}`, runAt: new Date(now().getTime() + waitMs) };
  await enqueue(tx, 'chat.mail-answers', { roomId: id }, options);
}

/** Counts a message as mailed with those before it, unless one of them still waits for its mail. */
export async function markMailedToo(
  tx: Tx,
  { id: roomId, mailedSeq, userSeenSeq }: RoomRow,
  seq: number,
): Promise<void> {
  const laterMessages = await readLater(tx, { roomId, after: Math.max(mailedSeq, userSeenSeq), limit: endOfRoom });
  if (laterMessages.some((message) => message.sender === 'support' && message.seq < seq)) return;
  await markMailed(tx, { id: roomId, seq });
}

/** Maximum messages per mail; the rest is in the chat. */
const maxInMail = 50;

/** Mails the agents' messages that the customer has not seen. Running twice sends once: it records the mailed ones. */
export async function mailAnswers({ inTx }: Pick<Platform, 'inTx'>, { roomId }: { roomId: Id<'room'> }): Promise<void> {
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

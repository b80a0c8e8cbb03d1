import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Tx } from '#server/db/connection.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { changeNotices as changeContract } from '#shared/mail/mail.telegram.contract.ts';
import type { MailDeps } from './mail.ports.ts';
import { isCodeOpen, selectLink, storeCode, unlinkTelegram, useCode } from './mail.telegram.queries.ts';
import { findSettings } from './notices/notices.queries.ts';
import { changeNoticeSettings, readNoticeSettings } from './notices/notices.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'telegram.poll': object;
  }
}

const linkCodeMinutes = 10;
const pollMs = 2_000;
const hashOf = (code: string) => createHash('sha256').update(code).digest();
const pollSoon = (tx: Tx) => enqueue(tx, 'telegram.poll', {}, { key: 'telegram.poll' });

/** Says if there is a bot, since when it writes to this user, and when they are notified as a member of the team. */
export async function readTelegramStatus(
  { db, telegram }: Pick<MailDeps, 'telegram'> & { db: Pick<Db, 'ask'> },
  { userId }: Pick<Actor, 'userId'>,
) {
  const link = telegram && (await selectLink(db, { userId }));
  const settings = await readNoticeSettings(db, userId);
  return { isOffered: telegram !== undefined, linkedAt: link?.linkedAt.toISOString() ?? null, ...settings };
}

/** Changes when a member is notified, and answers with their new settings. */
export async function changeNotices(deps: MailDeps, actor: Actor, change: BodyOf<typeof changeContract>) {
  return deps.inTx(async (tx) => {
    await changeNoticeSettings(tx, actor.userId, change);
    return readTelegramStatus({ ...deps, db: tx }, actor);
  });
}

/** Makes a one-time code and the link that passes it to the bot. Refuses with not_found where there is no bot. */
export async function requestTelegramLink({ inTx, telegram }: MailDeps, { userId }: Actor) {
  if (!telegram) throw new NotFound('telegram_not_found');
  const code = randomBytes(24).toString('base64url');
  const url = await telegram.linkOf(code);
  return inTx(async (tx) => {
    const { expiresAt } = await storeCode(tx, { userId, codeHash: hashOf(code), minutes: linkCodeMinutes });
    await pollSoon(tx);
    return { url, expiresAt: expiresAt.toISOString() };
  });
}

/** Ends the link to a user's chat: later messages go by mail alone. */
export async function endTelegramLink({ inTx }: Pick<MailDeps, 'inTx'>, { userId }: Actor): Promise<void> {
  await inTx((tx) => unlinkTelegram(tx, { userId }));
}

/** Links the chats that sent a code, and asks again while a code is open. */
export async function pollTelegram({ inTx, installation, log, telegram }: MailDeps): Promise<void> {
  // Messages that a restored copy took from the bot would be missing in the installation itself.
  if (!telegram || installation.copy) return;
  try {
    for (const { code, chatId } of await telegram.takeStarts())
      await inTx((tx) => useCode(tx, { codeHash: hashOf(code), chatId }));
  } catch (error) {
    log.warn(describeError(error), 'Telegram did not answer');
  }
  await pause(pollMs);
  await inTx(async (tx) => {
    if (await isCodeOpen(tx)) await pollSoon(tx);
  });
}

/** For the data export: since when a chat is linked, and when a member is notified. */
export async function exportTelegramLink(db: Db, { id }: { id: Id<'user'> }): Promise<unknown> {
  const link = await selectLink(db, { userId: id });
  const settings = await findSettings(db, { userId: id });
  return link || settings ? { ...link, ...settings } : null;
}

import { setTimeout as pause } from 'node:timers/promises';
import { MailRefused } from '#server/adapters/mail/mail.ts';
import { ChatClosed } from '#server/adapters/telegram/telegram.ts';
import type { Tx } from '#server/db/connection.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { MailText } from '#shared/mail/mail.texts.contract.ts';
import { dayMs, hourSeconds, minuteMs, minuteSeconds } from '#shared/reference/units-of-time.ts';
import type { DeliveryThrottle, MailDeps } from './mail.ports.ts';
import { claimMail, markDropped, markSent, postponeMail, type WaitingMail } from './mail.queries.ts';
import { renderMail } from './mail.render.ts';
import { bulkPriority, mailPriority, storedMessage } from './mail.service.ts';
import { unlinkTelegram } from './mail.telegram.queries.ts';
import { selectMailText } from './mail.texts.queries.ts';
import { setLastSent } from './notices/notices.queries.ts';
import { judgeMessage, type NoticeItem } from './notices/notices.service.ts';
import { noticesText } from './notices/notices.text.ts';

/** Longer than the longest delivery: after it, a mail of a process that died may be sent by another. */
const leaseSeconds = minuteSeconds;
const retrySeconds = 15;
const quickAttempts = 15;
const maxRetrySeconds = hourSeconds;
const maxAgeMs = 3 * dayMs;
/** The pause of a mail that a restored copy took from its jobs. */
const copySeconds = 10 * minuteSeconds;

/** Two at once with a pause in between: ten thousand waiting mails must not slow down those who wait for an answer. */
const pauseMs = 40;

/** Makes the throttle of this process; `now` is the database's time. */
export function createDeliveryThrottle(now: () => Date): DeliveryThrottle {
  const semaphore = createSemaphore({ maxConcurrent: 2 });
  let pausedUntil = 0;
  const isPaused = () => now().getTime() < pausedUntil;
  const pauseDelivery = () => {
    pausedUntil = now().getTime() + (retrySeconds - 1) * 1000;
  };
  return {
    through: (work) =>
      semaphore(async () => {
        const result = await work();
        await pause(pauseMs);
        return result;
      }),
    get isPaused() {
      return isPaused();
    },
    admit: () => {
      if (isPaused()) return false;
      if (pausedUntil > 0) pauseDelivery();
      return true;
    },
    rest: pauseDelivery,
    resume: () => {
      pausedUntil = 0;
    },
  };
}

/** One throttle for each channel, so that a failing channel does not delay the other. */
export function createThrottles(now: () => Date) {
  return { deliveryThrottle: createDeliveryThrottle(now), telegramThrottle: createDeliveryThrottle(now) };
}

/** Delivers one mail, if it is still due. A mail that fails goes back to the jobs with the time of its next attempt. */
export async function deliverMail(deps: MailDeps, id: Id<'mail'>): Promise<void> {
  const { deliveryThrottle } = deps;
  await deliveryThrottle.through(async () => {
    // The mails of a restored copy were sent by its original, or must not be sent at all.
    if (deps.installation.copy) return retryLater(deps, id, { seconds: copySeconds, isOurs: false });
    if (!deliveryThrottle.admit()) return retryLater(deps, id, { seconds: retrySeconds, isOurs: false });
    const { mail, own, judged } = await deps.inTx((tx) => claim(tx, deps, id));
    // The mail was sent, dropped, or claimed by another process: if that one died, its claim ends.
    if (!mail) return retryLater(deps, id, { seconds: 0, isOurs: false });
    if (judged && 'reason' in judged) return;
    const dropReason = tooLate(mail);
    if (dropReason) return drop(deps, mail, dropReason);
    try {
      const message = judged ? noticesIn(mail, judged) : mail;
      await (mail.channel === 'mail' ? sendOne(deps, message, own) : sendStatus(deps, message, judged?.items));
      deliveryThrottle.resume();
    } catch (error) {
      if (error instanceof ChatClosed) return closeChat(deps, mail);
      return postpone(deps, mail, error);
    }
    await deps.inTx(async (tx) => {
      await markSent(tx, { id });
      if (judged && mail.channel === 'telegram' && mail.userId) await setLastSent(tx, { userId: mail.userId });
    });
  });
}

/** Claims a mail, and checks one that notifies a member again: a mail that must not leave is dropped at once. */
async function claim(tx: Tx, deps: MailDeps, id: Id<'mail'>) {
  const mail = await claimMail(tx, { id, seconds: leaseSeconds });
  const ownText = mail && (await selectMailText(tx, mail));
  const judgement = mail && (await judgeMessage(tx, deps, mail));
  if (judgement && 'reason' in judgement) await markDropped(tx, { id, reason: judgement.reason });
  return { mail, own: ownText, judged: judgement };
}

/** The message with its remaining notices. */
function noticesIn(mail: WaitingMail, { items, recipient }: { items: readonly NoticeItem[]; recipient: string }) {
  return mail.template === 'team_digest' ? { ...mail, recipient, data: { items } } : { ...mail, recipient };
}

/**
 * Asks the jobs for another attempt, unless the mail was sent or dropped; the job of a mail replaces one that waits.
 */
async function retryLater(
  { inTx }: MailDeps,
  id: Id<'mail'>,
  { seconds, reason, isOurs }: { seconds: number; reason?: string; isOurs: boolean },
): Promise<void> {
  await inTx(async (tx) => {
    const postponedMail = await postponeMail(tx, { id, seconds, isOurs, reason: reason ?? null });
    if (!postponedMail) return;
    const { runAt, channel, isBulk } = postponedMail;
    const priority = isBulk ? bulkPriority : mailPriority;
    await enqueue(tx, `${channel}.deliver`, { id }, { runAt, key: `mail ${id}`, priority });
  });
}

async function sendOne(
  { mailer, mailTemplates, settings, publicUrl }: MailDeps,
  row: WaitingMail,
  ownText: MailText | undefined,
): Promise<void> {
  const { language, id, template, recipient: to } = row;
  const currentSettings = settingsOf({ settings });
  const renderedMail = renderMail(mailTemplates, storedMessage(row), {
    language,
    settings: currentSettings,
    publicUrl,
    at: row.createdAt,
    own: ownText,
  });
  const code = typeof row.data.code === 'string' ? row.data.code : undefined;
  const { oneClickPath } = row.data;
  const unsubscribeUrl = typeof oneClickPath === 'string' ? new URL(oneClickPath, publicUrl).href : undefined;
  await mailer.send({ ...renderedMail, id, template, to, fromName: currentSettings.brand.name, code, unsubscribeUrl });
}

/**
 * The subject alone, in the product's own words: it names the order and its status, and nothing that could be abused. A
 * member gets the address of the screen as well.
 */
async function sendStatus(
  { telegram, mailTemplates, settings, publicUrl }: MailDeps,
  { template, data, language, id, recipient: chatId }: WaitingMail,
  notices: readonly NoticeItem[] | undefined,
): Promise<void> {
  if (!telegram) throw new ChatClosed();
  const environment = { language, settings: settingsOf({ settings }), publicUrl };
  const { name } = environment.settings.brand;
  const text = notices
    ? noticesText(mailTemplates, notices, environment)
    : renderMail(mailTemplates, storedMessage({ template, data }), environment).subject;
  await telegram.send({ id, chatId, text: `${name}: ${text}` });
}

async function closeChat({ inTx }: MailDeps, { id, userId }: WaitingMail): Promise<void> {
  await inTx(async (tx) => {
    await markDropped(tx, { id, reason: 'chat closed' });
    if (userId) await unlinkTelegram(tx, { userId });
  });
}

async function postpone(deps: MailDeps, { id, template, attempts }: WaitingMail, error: unknown): Promise<void> {
  const mailRefusal = error instanceof MailRefused ? error : undefined;
  const reason = mailRefusal?.message ?? describeError(error).error;
  const seconds = mailRefusal?.isServerDown ? retrySeconds : pauseAfter(attempts);
  if (mailRefusal?.isServerDown) deps.deliveryThrottle.rest();
  else deps.deliveryThrottle.resume();
  deps.log.warn(
    { mailId: id, template, attempts, reason, ...(mailRefusal ? {} : describeError(error)) },
    'a mail is late',
  );
  await retryLater(deps, id, { seconds, reason, isOurs: true });
}

/**
 * Seconds until the next attempt to send a mail that the server refused so far `attempts` times: 5 after the first, an
 * hour in the end.
 */
export function pauseAfter(attempts: number): number {
  if (attempts <= quickAttempts) return Math.min(45, 5 * 2 ** Math.min(attempts - 1, 5));
  return Math.min(maxRetrySeconds, 45 * 2 ** Math.min(attempts - quickAttempts, 10));
}

/** A code that has run out would only confuse; the rest is given up after three days. */
function tooLate({ data, ageMs }: WaitingMail): string | undefined {
  if (typeof data.minutes === 'number' && ageMs > data.minutes * minuteMs) return 'ran out';
  return ageMs > maxAgeMs ? 'given up' : undefined;
}

async function drop({ inTx, log }: MailDeps, { id, template, attempts }: WaitingMail, reason: string) {
  log.error({ mailId: id, template, attempts, reason }, 'a mail was dropped');
  await inTx((tx) => markDropped(tx, { id, reason }));
}

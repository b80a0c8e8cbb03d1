import { setTimeout as pause } from 'node:timers/promises';
import { MailRefused, type Mailer } from '#server/adapters/mail.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { settingsOf, type SettingsCache } from '#server/features/settings/settings.service.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import type { Reporter } from '#server/log.ts';
import {
  claimMail,
  dueMailIds,
  hasWaitingMail,
  markDropped,
  markSent,
  postponeMail,
  type WaitingMail,
} from './mail.queries.ts';
import { renderMail } from './mail.render.ts';
import type { MailMessage } from './mail.service.ts';
import type { MailTemplates } from './mail.templates.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'mail.retry': object;
  }
}

export type DeliveryDeps = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  now: () => Date;
  log: Reporter;
  mailer: Mailer;
  mailTemplates: MailTemplates;
  deliveryThrottle: DeliveryThrottle;
  settings: SettingsCache;
  publicUrl: string;
};

/** Longer than the longest delivery: after it, a mail of a process that died is due again. */
const leaseSeconds = 60;
const retrySeconds = 15;
const quickAttempts = 15;
const maxRetrySeconds = 3_600;
const maxAgeMs = 3 * 24 * 3_600_000;
const passMs = 40_000;
const batchSize = 20;

/** Two at once with a breath in between: ten thousand waiting mails must not be felt by those who wait for an answer. */
const pauseMs = 40;

/** This process's way to the mail server: how many go at once, and whether it is worth trying at all. */
export type DeliveryThrottle = {
  through: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly isPaused: boolean;
  rest: () => void;
};

/** After a failure of the server itself, nothing more is tried for a while. */
export function createDeliveryThrottle(now: () => Date): DeliveryThrottle {
  const semaphore = createSemaphore({ maxConcurrent: 2, waiting: Number.POSITIVE_INFINITY });
  let pausedUntil = 0;
  return {
    through: (work) =>
      semaphore(async () => {
        const result = await work();
        await pause(pauseMs);
        return result;
      }),
    get isPaused() {
      return now().getTime() < pausedUntil;
    },
    rest: () => {
      pausedUntil = now().getTime() + (retrySeconds - 1) * 1000;
    },
  };
}

/** Delivers one mail, if it is still due; a failure puts it off and is no error of the job. */
export async function deliverMail(deps: DeliveryDeps, id: string): Promise<void> {
  await deps.deliveryThrottle.through(async () => {
    // What was put off stands in the outbox; the retry finds it there.
    if (deps.deliveryThrottle.isPaused) return;
    const mail = await deps.inTx((tx) => claimMail(tx, id, leaseSeconds));
    if (!mail) return;
    const lateness = tooLate(mail);
    if (lateness) return drop(deps, mail, lateness);
    try {
      await sendOne(deps, mail);
    } catch (error) {
      return postpone(deps, mail, error);
    }
    await deps.inTx((tx) => markSent(tx, id));
  });
}

/** Works off what is due, until all is sent, the mail server proves to be down, or it has taken long enough for one job. */
export async function retryMail(deps: DeliveryDeps): Promise<void> {
  const until = deps.now().getTime() + passMs;
  while (!deps.deliveryThrottle.isPaused && deps.now().getTime() < until) {
    const [probe, ...rest] = await dueMailIds(deps.db, batchSize);
    if (probe === undefined) break;
    // One goes ahead: if the server is down, only that one has waited for it.
    await deliverMail(deps, probe);
    await Promise.all(rest.map((id) => deliverMail(deps, id)));
  }
  if (await hasWaitingMail(deps.db)) await deps.inTx((tx) => retrySoon(tx, deps.now()));
}

/** Asks for another look at the outbox; asking twice is the same as once. */
async function retrySoon(tx: Tx, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + retrySeconds * 1000);
  await enqueue(tx, 'mail.retry', {}, { runAt, key: 'mail.retry', maxAttempts: 3 });
}

async function sendOne({ mailer, mailTemplates, settings, publicUrl }: DeliveryDeps, row: WaitingMail): Promise<void> {
  const mail = { template: row.template, data: row.data } as MailMessage;
  const { language, id, template, recipient: to } = row;
  const rendered = renderMail(mailTemplates, mail, { language, settings: settingsOf({ settings }), publicUrl });
  const code = typeof row.data.code === 'string' ? row.data.code : undefined;
  const { oneClickPath } = row.data;
  const unsubscribeUrl = typeof oneClickPath === 'string' ? new URL(oneClickPath, publicUrl).href : undefined;
  await mailer.send({ ...rendered, id, template, to, code, unsubscribeUrl });
}

async function postpone(deps: DeliveryDeps, { id, template, attempts }: WaitingMail, error: unknown): Promise<void> {
  const refused = error instanceof MailRefused ? error : undefined;
  const reason = refused?.message ?? describeError(error).error;
  const seconds = refused?.isServerDown ? retrySeconds : pauseAfter(attempts);
  if (refused?.isServerDown) deps.deliveryThrottle.rest();
  deps.log.warn({ mailId: id, template, attempts, reason, ...(refused ? {} : describeError(error)) }, 'a mail is late');
  await deps.inTx(async (tx) => {
    await postponeMail(tx, id, reason, seconds);
    await retrySoon(tx, deps.now());
  });
}

/** Seconds to wait after so many tries of one mail that the server refused: soon at first, hourly in the end. */
export function pauseAfter(attempts: number): number {
  if (attempts <= quickAttempts) return Math.min(45, 5 * 2 ** Math.min(attempts - 1, 5));
  return Math.min(maxRetrySeconds, 45 * 2 ** Math.min(attempts - quickAttempts, 10));
}

/** A code that has run out would only confuse; the rest is given up after three days. */
function tooLate({ data, ageMs }: WaitingMail): string | undefined {
  if (typeof data.minutes === 'number' && ageMs > data.minutes * 60_000) return 'ran out';
  return ageMs > maxAgeMs ? 'given up' : undefined;
}

async function drop({ inTx, log }: DeliveryDeps, { id, template, attempts }: WaitingMail, reason: string) {
  log.error({ mailId: id, template, attempts, reason }, 'a mail was dropped');
  await inTx((tx) => markDropped(tx, id, reason));
}

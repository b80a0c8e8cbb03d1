import type { Db, Tx } from '#server/db/connection.ts';
import type { TransactionSender } from '#server/db/query.ts';
import { publish } from '#server/events/publish.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { ErasureStep } from '#server/features/users/users.service.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { declarationOf, isForMember, isNotice, type NoticeName } from '#shared/mail/mail.notices.ts';
import { digestMs, quietUntil, sendingTime, type QuietHours } from '#shared/mail/mail.quiet-hours.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { MailDeps } from '../mail.ports.ts';
import { dropHeldMail, insertMails } from '../mail.queries.ts';
import { mailPriority, type MailHold, type MailData } from '../mail.service.ts';
import * as queries from './notices.queries.ts';
import type { NoticeAudience } from './notices.tables.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'notices.share': Record<string, never>;
    'notices.gather': { userId: Id<'user'>; channel: queries.Channel };
  }
}

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Several notices in one message to a member; each item is the data of its own template. */
    team_digest: { items: readonly NoticeItem[] };
  }
}

/** One notice in a message, and when it happened. */
export type NoticeItem = { template: NoticeName; data: Readonly<Record<string, unknown>>; at: string };

/** A notice with what its template is filled with. */
export type Notice = {
  [Name in NoticeName & keyof MailData]: NoticeAudience & {
    template: Name;
    data: MailData[Name];
    /** A notice with this key is written once, however often its cause is noticed. */
    onceKey?: string;
    /** Holds the notice back for later; it may be dropped meanwhile. */
    held?: MailHold | undefined;
  };
}[NoticeName & keyof MailData];

/**
 * Notifies the members that the list of notices names, except the member who caused it or whose own case it is. Their
 * messages go out soon after `tx` commits, or at the times that they chose.
 */
export async function notifyTeam(
  tx: TransactionSender,
  { template, data, onceKey, held, ...audience }: Notice,
): Promise<void> {
  await queries.insertNotice(tx, {
    name: template,
    data: JSON.stringify(data),
    audience: JSON.stringify(audience),
    onceKey: held?.by ?? onceKey ?? null,
    inSeconds: held?.seconds ?? 0,
  });
  await publish(tx, { kind: 'notice_written', inSeconds: held?.seconds ?? 0 });
}

/** Drops the mails and the notice that wait under this name, because their cause was taken back. */
export async function dropHeld(tx: Tx, by: string): Promise<void> {
  await dropHeldMail(tx, { by });
  await queries.deleteUnshared(tx, { onceKey: by });
}

/** Stores each written notice for its members, and schedules their messages. */
export async function shareNotices(deps: MailDeps): Promise<void> {
  while (await deps.inTx((tx) => shareNext(tx, deps)));
}

/** Returns false when no notice is left to share out. */
async function shareNext(tx: Tx, deps: Pick<MailDeps, 'rightsOf' | 'settings'>): Promise<boolean> {
  const notice = await queries.lockUnshared(tx);
  if (!notice) return false;
  const { id } = notice;
  const members = await queries.listMembers(tx);
  const receivers = members.flatMap((member) =>
    channelsOf(deps, notice, member).map((channel) => ({ userId: member.userId, channel })),
  );
  await queries.insertHeld(tx, { id, receivers: JSON.stringify(receivers) });
  await queries.markShared(tx, { id });
  await queries.clearData(tx, { ids: [id] });
  for (const receiver of receivers) await gatherSoon(tx, receiver);
  return true;
}

/** Notices written this soon after each other are shared out by one job. */
const shareDelayMs = 50;

/**
 * Starts the sharing of notices soon after each was written, by any process. Their job is not written with them,
 * because they are part of the transaction of every order; a missed one waits for the next minute.
 */
export function shareWhenWritten({ events, inTx, log }: Pick<Platform, 'events' | 'inTx' | 'log'>): void {
  let isWaiting = false;
  events.on('notice_written', (event) => {
    const { inSeconds = 0 } = event.kind === 'notice_written' ? event : {};
    if (isWaiting && inSeconds === 0) return;
    isWaiting ||= inSeconds === 0;
    setTimeout(
      () => {
        if (inSeconds === 0) isWaiting = false;
        inTx((tx) => enqueue(tx, 'notices.share', {}, { key: 'notices.share', priority: mailPriority })).catch(
          (error: unknown) => log.warn({ err: error }, 'notices are shared out a minute later'),
        );
      },
      inSeconds * 1_000 + shareDelayMs,
    ).unref();
  });
}

type SharedNotice = { name: NoticeName; data: Record<string, unknown>; audience: NoticeAudience };

function channelsOf(
  deps: Pick<MailDeps, 'rightsOf' | 'settings'>,
  notice: SharedNotice,
  member: queries.NotifiedMember,
): queries.Channel[] {
  const { userId, isOwner, chatId } = member;
  const { by, about, except = [], only, unmailed = [] } = notice.audience;
  if (!isFor(deps, notice, member) || [by, about, ...except].includes(userId)) return [];
  if (only && !only.includes(userId)) return [];
  const { mail, mailSwitch, telegram } = declarationOf(notice.name);
  const isOn = mailSwitch === undefined || settingsOf(deps).rules[mailSwitch];
  const isMailed = mail === 'members' || (mail === 'owner' && isOwner);
  return [
    ...(isMailed && isOn && !unmailed.includes(userId) ? (['mail'] as const) : []),
    ...(telegram && chatId !== null ? (['telegram'] as const) : []),
  ];
}

function isFor(
  { rightsOf }: Pick<MailDeps, 'rightsOf'>,
  { name, data }: Pick<SharedNotice, 'name' | 'data'>,
  { role }: queries.NotifiedMember,
): boolean {
  return isForMember(name, data, rightsOf(role).may);
}

type Receiver = { userId: Id<'user'>; channel: queries.Channel };

async function gatherSoon(tx: Tx, receiver: Receiver, runAt?: Date): Promise<void> {
  const key = `notices ${receiver.userId} ${receiver.channel}`;
  await enqueue(tx, 'notices.gather', receiver, { key, priority: mailPriority, ...(runAt && { runAt }) });
}

/**
 * Sends a member one message with everything that waits for them on a channel, or schedules it for the right time.
 * Leaves out notices that are no longer for the member.
 */
export async function gatherNotices(deps: Omit<MailDeps, 'settings'>, receiver: Receiver): Promise<void> {
  await deps.inTx(async (tx) => {
    const heldNotices = await queries.lockHeld(tx, receiver);
    const [oldestNotice] = heldNotices;
    if (!oldestNotice) return;
    const member = await queries.findMember(tx, { userId: receiver.userId });
    const at = deps.now();
    const isGathered = member?.digest || (receiver.channel === 'mail' && (await isBusy(tx, heldNotices)));
    const dueAt = member && sendingTime({ ...member, digest: isGathered }, { since: oldestNotice.createdAt, now: at });
    if (dueAt && dueAt > at) return gatherSoon(tx, receiver, dueAt);
    const ids = heldNotices.map(({ id }) => id);
    await queries.deleteHeld(tx, { ...receiver, ids });
    await queries.clearData(tx, { ids });
    const items = heldNotices.filter((notice) => member && isFor(deps, notice, member));
    if (!member || items.length === 0) return;
    // The second order within a minute notifies by itself; notices that had to wait are one message.
    const hasWaited = at.getTime() - oldestNotice.createdAt.getTime() > minuteMs;
    if (hasWaited || isGathered) return writeMessage(tx, member, receiver, items);
    for (const item of items) await writeMessage(tx, member, receiver, [item]);
  });
}

/** True if every waiting notice is of a frequent kind, and another one came in the quarter of an hour before. */
async function isBusy(tx: Tx, heldNotices: readonly queries.HeldNotice[]): Promise<boolean> {
  const [oldestNotice] = heldNotices;
  if (!oldestNotice || !heldNotices.every(({ name }) => declarationOf(name).isFrequent)) return false;
  const { name, createdAt: before } = oldestNotice;
  return queries.hasNotice(tx, { name, before, after: new Date(before.getTime() - digestMs) });
}

async function writeMessage(
  tx: Tx,
  { userId, language, ...member }: queries.NotifiedMember,
  { channel }: Receiver,
  notices: readonly queries.HeldNotice[],
): Promise<void> {
  const recipient = channel === 'mail' ? member.email : member.chatId;
  const [onlyNotice] = notices;
  if (recipient === null || !onlyNotice) return;
  const items = notices.map(({ name, data, createdAt }): NoticeItem => ({
    template: name,
    data,
    at: createdAt.toISOString(),
  }));
  const message = notices.length === 1 ? { template: onlyNotice.name, data: onlyNotice.data } : digestOf(items);
  const mail = { ...message, channel, recipient, userId, language };
  await insertMails(tx, [mail], { priority: mailPriority, isStatus: false });
}

type Message = {
  id: string;
  userId: Id<'user'> | null;
  channel: queries.Channel;
  template: string;
  recipient: string;
} & {
  data: Record<string, unknown>;
  createdAt: Date;
};

/** The notices of a message to a member; undefined for every other message. */
function itemsOf({ template, data, createdAt }: Message): readonly NoticeItem[] | undefined {
  // `sendMail` stored the data that this template takes.
  if (template === 'team_digest') return (data as MailData['team_digest']).items;
  return isNotice(template) ? [{ template, data, at: createdAt.toISOString() }] : undefined;
}

/**
 * Checks a message to a member again just before it leaves, because it may have waited for a mail server: returns its
 * remaining content, or why it is not sent. In quiet hours its notices are held again. Undefined for every other
 * message.
 */
export async function judgeMessage(
  tx: Tx,
  deps: Pick<MailDeps, 'now' | 'rightsOf'>,
  message: Message,
): Promise<{ items: readonly NoticeItem[]; recipient: string } | { reason: string } | undefined> {
  const items = itemsOf(message);
  const { userId, channel } = message;
  if (!items || userId === null) return undefined;
  const member = await queries.findMember(tx, { userId });
  const recipient = channel === 'mail' ? member?.email : member?.chatId;
  const remainingItems = items.filter(({ template: name, data }) => member && isFor(deps, { name, data }, member));
  if (!member || !recipient || remainingItems.length === 0) return { reason: 'no longer permitted' };
  const until = member.quiet && quietUntil(member.quiet, deps.now());
  if (!until) return { items: remainingItems, recipient };
  for (const { template: name, data, at } of remainingItems)
    await queries.holdAgain(tx, { userId, channel, name, data: JSON.stringify(data), createdAt: new Date(at) });
  await gatherSoon(tx, { userId, channel }, until);
  return { reason: 'quiet hours' };
}

/** When a member is notified, and since when a chat was last reached. */
export async function readNoticeSettings(db: Pick<Db, 'ask'>, userId: Id<'user'>) {
  const { quiet = null, digest = false, lastSentAt = null } = (await queries.findSettings(db, { userId })) ?? {};
  return { quiet, digest, lastSentAt: lastSentAt?.toISOString() ?? null };
}

type Change = { quiet?: QuietHours | null | undefined; digest?: boolean | undefined };

/** Changes when a member is notified, and applies the new settings to the notices that wait. */
export async function changeNoticeSettings(tx: Tx, userId: Id<'user'>, { quiet, digest }: Change): Promise<void> {
  if (quiet !== undefined) {
    const { from = null, to = null, timeZone = null } = quiet ?? {};
    await queries.upsertQuiet(tx, { userId, quietFrom: from, quietTo: to, timeZone });
  }
  if (digest !== undefined) await queries.upsertDigest(tx, { userId, digest });
  for (const channel of ['mail', 'telegram'] as const) await gatherSoon(tx, { userId, channel });
}

/** Drops waiting notices and those not shared out: the installation has sent those of a backup since. */
export async function dropWaitingNotices(tx: Tx): Promise<void> {
  await queries.deleteAllHeld(tx);
  await queries.markAllShared(tx);
}

/** Removes a user's settings and what waits for them. */
export const eraseNotices: ErasureStep = async (tx, { id }) => {
  await queries.deleteHeldOf(tx, { userId: id });
  await queries.deleteSettings(tx, { userId: id });
};

const digestOf = (items: readonly NoticeItem[]) => ({ template: 'team_digest', data: { items } });

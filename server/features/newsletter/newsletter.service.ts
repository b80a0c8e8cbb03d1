import type { z } from 'zod';
import type { Db, Tx } from '#server/db/connection.ts';
import { exportForAdmin, visibleTo } from '#server/features/audit/audit.export.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { dropMailTo, sendMail } from '#server/features/mail/mail.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf, momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { signFields, verifyFields } from '#server/lib/keys.ts';
import { Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { rangeEnd, rangeStart } from '#shared/kernel/day-range.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { subscriberView, type exportSubscribers } from '#shared/newsletter/newsletter.contract.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { NewsletterDeps } from './newsletter.ports.ts';
import * as queries from './newsletter.queries.ts';

type LinkPurpose = 'newsletter confirm' | 'newsletter unsubscribe';

/** Mails a request to confirm the subscription. The caller does not learn whether the address is on record. */
export async function requestSubscription(
  { env, inTx }: NewsletterDeps,
  email: string,
  language: LanguageCode,
): Promise<void> {
  await inTx(async (tx) => {
    const row = await queries.upsertSubscriber(tx, email, language);
    if (!row) return;
    const path = `/newsletter/confirm?token=${tokenOf(env, 'newsletter confirm', row.id)}`;
    await sendMail(tx, {
      template: 'newsletter_confirm',
      to: recipientOf(row),
      data: { path, ...unsubscribePaths(env, row) },
    });
  });
}

/** Starts the subscription for the holder of the mail's link, and mails that once. Refuses with link_expired. */
export async function confirmSubscription({ env, inTx }: NewsletterDeps, token: string): Promise<void> {
  const id = idIn(env, 'newsletter confirm', token);
  await inTx(async (tx) => {
    const confirmation = await queries.markSubscribed(tx, id);
    if (!confirmation) throw linkExpired();
    const { row, isNew } = confirmation;
    if (isNew)
      await sendMail(tx, { template: 'newsletter_welcome', to: recipientOf(row), data: unsubscribePaths(env, row) });
  });
}

/** Ends a subscription at once and drops its unsent mails. Refuses with link_expired. */
export async function endSubscription({ env, inTx }: NewsletterDeps, token: string): Promise<void> {
  const id = idIn(env, 'newsletter unsubscribe', token);
  await inTx(async (tx) => {
    const subscriber = await queries.markUnsubscribed(tx, { id });
    if (!subscriber) throw linkExpired();
    await dropPosts(tx, subscriber.email);
  });
}

const dropPosts = (tx: Tx, recipient: string) => dropMailTo(tx, { recipient, template: 'newsletter_post' });

/** Counts of readers, of unconfirmed ones, and of those who have left. */
export async function countSubscribers(deps: Pick<Platform, 'db'>) {
  const { subscribed, pending, unsubscribed } = await queries.countByStatus(deps.db);
  return { subscribed, waiting: pending, left: unsubscribed };
}

const columns: CsvColumn<queries.Reader>[] = [
  ['Email', ({ email }) => textCell(email)],
  ['Language', ({ language }) => language],
  ['Subscribed (UTC)', ({ confirmedAt }) => momentCell(confirmedAt.toISOString())],
];

/**
 * Exports the readers as CSV, for a program that sends the newsletter: those who confirmed and have not unsubscribed.
 */
export async function exportReaders(
  deps: Pick<Platform, 'db' | 'inTx' | 'now'>,
  actor: Actor,
  query: z.output<(typeof exportSubscribers)['query']>,
): Promise<FileAnswer> {
  const { from = '1970-01-01', to = '9998-12-31' } = query;
  const rows = queries.streamReaders(deps.db, rangeStart(from), rangeEnd(to));
  return exportForAdmin(deps, actor, {
    audited: auditRecord('newsletter.exported', { format: 'csv', ...query }),
    name: 'newsletter-readers',
    format: 'csv',
    chunks: () => csvOf(visibleTo(actor, subscriberView, rows), columns),
  });
}

const confirmationMs = 7 * dayMs;

/** Deletes addresses that did not confirm within a week. */
export async function deleteUnconfirmed({ inTx, now }: Pick<Platform, 'inTx' | 'now'>): Promise<void> {
  await inTx((tx) => queries.deleteUnanswered(tx, { before: new Date(now().getTime() - confirmationMs) }));
}

const recipientOf = ({ email, language }: queries.SubscriberRow) => ({ userId: null, email, language });

/** The unsubscribe page, and the URL that a mail program calls itself (RFC 8058). */
export function unsubscribePaths(env: NewsletterDeps['env'], { id }: { id: Id<'subscriber'> }) {
  const token = tokenOf(env, 'newsletter unsubscribe', id);
  return { unsubscribePath: `/newsletter/unsubscribe?token=${token}`, oneClickPath: `/api/unsubscribe?token=${token}` };
}

/** A token contains its subscriber and use; it is not stored, and is valid as long as the row exists. */
function tokenOf({ encryptionKey }: NewsletterDeps['env'], use: LinkPurpose, id: Id<'subscriber'>): string {
  return `${id}.${signFields(encryptionKey, use, [id]).toString('base64url')}`;
}

function idIn({ encryptionKey }: NewsletterDeps['env'], use: LinkPurpose, token: string): string {
  const [id = '', signature = ''] = token.split('.');
  if (!verifyFields(encryptionKey, use, [id], Buffer.from(signature, 'base64url'))) throw linkExpired();
  return id;
}

const linkExpired = (): Unprocessable => new Unprocessable('link_expired', 'subscription_link_expired');

/** Deletes the address of a user who is being deleted. */
export async function eraseNewsletterPersonalData(tx: Tx, { email }: { email: string | null }): Promise<void> {
  if (email === null) return;
  await queries.deleteSubscriber(tx, { email });
  await dropPosts(tx, email);
}

/** The addresses among these that unsubscribed from the newsletter. */
export async function unsubscribedAmong(db: Pick<Db, 'ask'>, emails: readonly string[]): Promise<string[]> {
  return (await queries.listUnsubscribed(db, { emails })).map(({ email }) => email);
}

import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  articleVariables,
  findPost,
  interpolateVariables,
  lockPost,
  type BlogPostRow,
} from '#server/features/blog/blog.service.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import {
  countGivenUpMail,
  countHeldMail,
  dropHeldMail,
  sendMail,
  sendMails,
  type MailData,
} from '#server/features/mail/mail.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/newsletter/newsletter.contract.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { NewsletterDeps } from './newsletter.ports.ts';
import * as queries from './newsletter.sending.queries.ts';
import { unsubscribePaths } from './newsletter.service.ts';

type SendingView = z.input<typeof contract.sendingView>;

/** No further mails are queued while this many wait, so that the queue does not fill while the mail server is down. */
const maxWaiting = 300;
const shownSendings = 5;

/** A post as the actions find it, and how far its mails are. */
type PostWithSending = { post: BlogPostRow; sending: queries.SendingRow | undefined };

const onPost: ActionRow<NewsletterDeps, PostWithSending, never, { id: Id<'post'> }> = {
  lock: async (tx, { id }) => {
    const post = await lockPost(tx, id);
    return post && { post, sending: await queries.lockSending(tx, { postId: id }) };
  },
  missing: 'post_not_found',
};
const onSending: typeof onPost = {
  ...onPost,
  state: { of: ({ sending }) => sending?.state ?? 'none', decided: 'post_sent_before' },
};

/** Begins to mail a post. Its first mails go out once the transaction has committed. */
const sendPost = act(contract.sendPost, onSending, {
  check: ({ row: { post }, now }) => {
    if (!isPublic(post, now)) throw new Conflict('conflict', 'post_not_public');
  },
  apply: async ({ tx, actor, row: { post }, body: { audience } }) => {
    const language = audience === 'language' ? post.language : null;
    const { [audience]: total } = await queries.countReaders(tx, { language: post.language });
    if (total === 0) throw new Conflict('conflict', 'no_subscribers');
    const newSending = { postId: post.id, language, total, startedBy: actor.userId };
    const sending = await queries.insertSending(tx, newSending);
    await enqueueNext(tx, post.id);
    return { answer: present({ ...sending, title: post.title }, 0), details: { title: post.title, count: total } };
  },
});

/** Ends a sending under way, and drops those of its mails that have not left. */
const stopPost = act(contract.stopPost, onSending, {
  decided: 'post_not_sending',
  apply: async ({ tx, row: { post } }) => {
    const endedSending = await stopSending(tx, post.id);
    return {
      answer: present({ ...endedSending, title: post.title }, 0),
      details: { title: post.title, count: endedSending.queued },
    };
  },
});

const testPost = act(contract.testPost, onPost, {
  apply: async ({ tx, deps, actor, row: { post } }) => {
    const to = { userId: actor.userId, email: actor.email, language: post.language };
    const data = { ...contentOf(deps, post), isTest: true, unsubscribePath: '/newsletter/unsubscribe' };
    await sendMail(tx, { template: 'newsletter_post', to, data, isUrgent: true });
    return { answer: undefined, details: { title: post.title } };
  },
});

export const newsletterActions: ActionsOf<NewsletterDeps, 'content.write'> = [sendPost, stopPost, testPost];

const isPublic = ({ status, publishDate }: BlogPostRow, now: Date): boolean =>
  status === 'published' && publishDate !== null && publishDate <= now;

/** The name of a sending's mails, by which they are counted and dropped. */
const nameOf = (postId: Id<'post'>): string => `newsletter ${postId}`;

const enqueueNext = (tx: Tx, postId: Id<'post'>, runAt?: Date) =>
  enqueue(tx, 'newsletter.send', { postId }, { key: nameOf(postId), ...(runAt && { runAt }) });

/**
 * Queues the mails of the next minute, and asks for the minute after it, in one transaction: a process that is killed
 * in between has queued all of them or none, and no subscriber is passed twice.
 */
export async function sendNext(deps: NewsletterDeps, postId: Id<'post'>): Promise<void> {
  await deps.inTx(async (tx) => {
    const post = await lockPost(tx, postId);
    const sending = await queries.lockSending(tx, { postId });
    if (!post) await dropHeldMail(tx, { by: nameOf(postId) });
    if (!post || sending?.state !== 'sending') return;
    if (!isPublic(post, deps.now())) {
      const { queued: count } = await stopSending(tx, postId);
      const subject = { type: 'blog_post', id: postId } as const;
      await recordAudit(tx, 'system', 'newsletter.stopped', subject, { title: post.title, count });
      return;
    }
    const { waiting } = await countHeldMail(tx, { by: nameOf(postId) });
    const freeSlots = Math.min(contract.mailsPerMinute, maxWaiting - waiting);
    const readers = freeSlots > 0 ? await queries.lockNextReaders(tx, { ...sending, limit: freeSlots }) : [];
    const lastReader = readers.at(-1);
    if (lastReader) {
      const content = contentOf(deps, post);
      const mails = readers.map(({ id, email, language }) => ({
        to: { userId: null, email, language },
        data: { ...content, ...unsubscribePaths(deps.env, { id }) },
      }));
      await sendMails(tx, 'newsletter_post', mails, { by: nameOf(postId), seconds: 0, isBulk: true });
      await queries.advanceSending(tx, { postId, queued: readers.length, lastId: lastReader.id });
    }
    // Mails that wait can still be stopped: a sending has ended once none waits.
    if (!lastReader && waiting === 0)
      await queries.endSending(tx, { postId, state: 'sent', dropped: await countNotHandedOver(tx, sending) });
    else await enqueueNext(tx, postId, new Date(deps.now().getTime() + minuteMs));
  });
}

/** Counts the queued mails that the mail server has not taken: they wait, or were given up. */
async function countNotHandedOver(db: Tx | Platform['db'], { postId, startedAt }: queries.SendingRow): Promise<number> {
  const sendingName = nameOf(postId);
  const { waiting } = await countHeldMail(db, { by: sendingName });
  const { givenUp } = await countGivenUpMail(db, { by: sendingName, since: startedAt });
  return waiting + givenUp;
}

/** Ends a sending with the mails that have left: those that wait are dropped. */
async function stopSending(tx: Tx, postId: Id<'post'>): Promise<queries.SendingRow> {
  const sending = await queries.lockSending(tx, { postId });
  const droppedCount = sending ? await countNotHandedOver(tx, sending) : 0;
  await dropHeldMail(tx, { by: nameOf(postId) });
  return queries.endSending(tx, { postId, state: 'stopped', dropped: droppedCount });
}

/**
 * Stops the newsletters that were being sent, because a restored copy does not know whom the installation has mailed
 * since its backup.
 */
export async function stopNewsletters(tx: Tx): Promise<void> {
  for (const sending of await queries.lockSendings(tx)) {
    const droppedCount = await countNotHandedOver(tx, sending);
    await queries.endSending(tx, { postId: sending.postId, state: 'stopped', dropped: droppedCount });
  }
}

/** The text of the mail about a post, with the values of the settings. */
function contentOf(
  { settings }: SettingsPorts,
  { id, title, excerpt }: BlogPostRow,
): Pick<MailData['newsletter_post'], 'title' | 'excerpt' | 'path'> {
  const variables = articleVariables(settingsOf({ settings }));
  const fill = (text: string) => interpolateVariables(text, variables);
  return { title: fill(title), excerpt: fill(excerpt), path: `/blog/${id}` };
}

const present = ({ postId, title, state, language, total, queued, ...at }: queries.TitledSending, remaining: number) =>
  ({
    postId,
    title,
    state,
    language,
    total,
    handed: Math.max(0, queued - remaining),
    startedAt: at.startedAt.toISOString(),
    endedAt: at.endedAt?.toISOString() ?? null,
  }) satisfies SendingView;

/** Returns the newest sendings, each with its progress. */
export async function lastSendings({ db }: Pick<Platform, 'db'>): Promise<SendingView[]> {
  const sendings = await queries.listSendings(db, { limit: shownSendings });
  return Promise.all(sendings.map((sending) => presentNow(db, sending)));
}

/** A finished sending counts its queued mails; from a running one the unsent rest is subtracted. */
const presentNow = async (db: Platform['db'], sending: queries.TitledSending): Promise<SendingView> =>
  present(sending, sending.state === 'sending' ? await countNotHandedOver(db, sending) : 0);

/** Returns the readers who would get a post, and its progress if it was sent. Refuses with not_found. */
export async function sendingOf(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  postId: Id<'post'>,
): Promise<z.input<(typeof contract.newsletterOfPost)['response']>> {
  const post = await findPost(db, postId);
  if (!post) throw new NotFound('post_not_found');
  const { language, title } = post;
  const sending = await queries.findSending(db, { postId });
  return {
    isPublished: isPublic(post, now()),
    language,
    readers: sending ? null : await queries.countReaders(db, { language }),
    sending: sending ? await presentNow(db, { ...sending, title }) : null,
  };
}

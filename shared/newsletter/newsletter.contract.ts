import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { dayRange, daysInOrder } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { email, idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { languageCodes } from '#shared/reference/languages.ts';

const token = text(200, { min: 1, error: 'link_incomplete' });
const acknowledgement = z.object({ message: z.string() });

export const subscribe = endpoint('POST /api/subscribe', {
  access: 'public',
  summary:
    'Ask for the newsletter; it begins once the link in the mail is confirmed. The answer is the same for every address',
  body: z.object({ email: email(), language: z.enum(languageCodes).default('en') }),
  response: acknowledgement,
  limit: 'code',
});

export const confirmSubscription = endpoint('POST /api/subscribe/confirm', {
  access: 'public',
  summary: 'Confirm a subscription with the token of the mail; doing it twice changes nothing',
  body: z.object({ token }),
  response: acknowledgement,
  errors: ['link_expired'],
  limit: 'code',
});

export const unsubscribe = endpoint('POST /api/unsubscribe', {
  access: 'public',
  summary: 'End a subscription at one press (RFC 8058): the token stands in the address, the body is not read',
  query: z.object({ token }),
  response: acknowledgement,
  errors: ['link_expired'],
  // A mail program calls from the few addresses of its provider, for all of its users.
  limit: 'write',
});

export const sendingStates = ['sending', 'sent', 'stopped'] as const;

/** Mails of one sending in a minute: a mail server that gets thousands at once may take them for junk. */
export const mailsPerMinute = 60;

/** The readers of a post: every subscriber, or those who chose its language. */
export const audiences = ['all', 'language'] as const;

/** A post on its way to the subscribers. */
export const sendingView = z.object({
  postId: idOf('post'),
  title: z.string(),
  state: z.enum(sendingStates),
  /** Null if every subscriber gets it. */
  language: z.enum(languageCodes).nullable(),
  total: z.number().int(),
  /** Mails that the mail server has taken. */
  handed: z.number().int(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
});

export const newsletterStats = endpoint('GET /api/admin/newsletter', {
  may: 'content.write',
  summary: 'How many people read the newsletter',
  response: z.object({
    subscribed: z.number().int(),
    waiting: z.number().int(),
    left: z.number().int(),
  }),
});

export const newsletterSendings = endpoint('GET /api/admin/newsletter/sendings', {
  may: 'content.write',
  summary: 'The posts that were sent last, each with how far it is; counts no subscribers, so it may be asked often',
  response: z.array(sendingView),
});

export const newsletterOfPost = endpoint('GET /api/admin/blog-posts/:id/newsletter', {
  may: 'content.write',
  summary: 'Who would get a post as a mail, and how far it is where it was sent',
  response: z.object({
    isPublished: z.boolean(),
    language: z.enum(languageCodes),
    /** Null once it was sent. */
    readers: z.object({ all: z.number().int(), language: z.number().int() }).nullable(),
    sending: sendingView.nullable(),
  }),
  errors: ['not_found'],
});

const onPost = { on: 'blog_post', may: 'content.write', ownCase: 'allowed' } as const;

export const sendPost = action('POST /api/admin/blog-posts/:id/newsletter', {
  ...onPost,
  from: ['none'],
  summary: 'Mail a published post to the confirmed subscribers, a bounded number each minute. A post is sent once',
  body: z.object({ audience: z.enum(audiences) }),
  response: sendingView,
  audit: 'newsletter.started',
});

export const stopPost = action('POST /api/admin/blog-posts/:id/newsletter/stop', {
  ...onPost,
  from: ['sending'],
  summary: 'Stop mailing a post: who has not got it will not get it',
  response: sendingView,
  audit: 'newsletter.stopped',
});

export const testPost = action('POST /api/admin/blog-posts/:id/newsletter/test', {
  ...onPost,
  summary: 'Mail a post to whoever asks, as subscribers would get it',
  response: 'empty',
  audit: 'newsletter.tested',
  limit: 'mail',
});

/** A subscriber in the export of the list. */
export const subscriberView = z.object({
  email: markPersonal('email'),
  language: z.enum(languageCodes),
  confirmedAt: z.date(),
});

export const exportSubscribers = endpoint('GET /api/admin/newsletter/export', {
  may: 'content.write',
  summary: 'Everybody whose subscription began in a range and has not ended, as a CSV, by address. Audited',
  query: z.object(dayRange).refine(...daysInOrder),
  response: 'file',
  errors: ['step_up_required'],
  limit: 'admin',
  stepUp: true,
});

import { z } from 'zod';
import { dayRange, daysInOrder } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { email, text } from '#shared/kernel/fields.ts';
import { personal } from '#shared/kernel/personal.ts';
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
  limit: 'code',
});

export const newsletterStats = endpoint('GET /api/admin/newsletter', {
  may: 'content.write',
  summary: 'How many people read the newsletter',
  response: z.object({ subscribed: z.number().int(), waiting: z.number().int(), left: z.number().int() }),
});

/** A subscriber in the export of the list. */
export const subscriberView = z.object({
  email: personal('email'),
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

import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { timestamp } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { isTimeZone } from './mail.quiet-hours.ts';

const clock = z.string(reason('clock_time_invalid')).regex(/^([01]\d|2[0-3]):[0-5]\d$/, reason('clock_time_invalid'));

/** Hours in which nothing is sent, by the clock of a time zone; over midnight where `to` is the earlier. */
export const quietHours = z
  .object({
    from: clock,
    to: clock,
    timeZone: z
      .string(reason('time_zone_invalid'))
      .max(64, reason('time_zone_invalid'))
      .refine(isTimeZone, {
        error: reason('time_zone_invalid'),
      }),
  })
  .refine(({ from, to }) => from !== to, { error: reason('quiet_hours_equal'), path: ['to'] });

/** `quiet` and `digest` of a customer are always null and false: their messages are about their own orders alone. */
export const telegramView = z.object({
  isOffered: z.boolean(),
  linkedAt: timestamp.nullable(),
  quiet: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable(),
  digest: z.boolean(),
  lastSentAt: timestamp.nullable(),
});

export const telegramStatus = endpoint('GET /api/telegram', {
  access: 'customer',
  summary:
    'Whether the operator has a bot, since when it writes to this account, and when a member of the team wants to be notified',
  response: telegramView,
});

export const linkTelegram = endpoint('POST /api/telegram', {
  access: 'customer',
  summary: 'A link with a one-time code, valid for ten minutes: the chat that opens it gets the messages',
  status: 201,
  response: z.object({ url: z.url(), expiresAt: timestamp }),
  errors: ['not_found', 'unavailable'],
  limit: 'code',
});

export const changeNotices = endpoint('PUT /api/telegram', {
  may: 'member',
  summary:
    'When a member of the team is notified, by chat and by mail: quiet hours, and one digest a quarter of an hour. What is left out stays as it is',
  body: z
    .object({ quiet: quietHours.nullable().optional(), digest: z.boolean().optional() })
    .refine(({ quiet, digest }) => quiet !== undefined || digest !== undefined, { error: reason('nothing_to_change') }),
  response: telegramView,
});

export const unlinkTelegram = endpoint('DELETE /api/telegram', {
  access: 'customer',
  summary: 'End the messages',
  response: 'empty',
});

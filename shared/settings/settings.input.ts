import { z } from 'zod';
import { email, text } from '#shared/kernel/fields.ts';

const hundredths = (value: number) => Math.round(value * 100) === Number((value * 100).toFixed(6));

const boundedNumber = (max: number, message: string) =>
  z.number(message).min(0, message).max(max, message).refine(hundredths, 'Please use at most 2 decimal places');

const tier = z.object({
  overUsd: boundedNumber(1_000_000_000, 'Please enter an amount in US dollars'),
  percent: boundedNumber(50, 'Please enter a fee between 0 and 50 %'),
});

/** The first tier begins at nothing and each next one higher, so that every order has exactly one. */
const tiers = z
  .array(tier)
  .min(1, 'Please keep at least one fee tier')
  .max(10, 'Please use at most 10 fee tiers')
  .superRefine((list, context) => {
    list.forEach(({ overUsd }, at) => {
      const before = list[at - 1];
      const message =
        before === undefined
          ? overUsd !== 0 && 'The first tier begins at 0'
          : overUsd <= before.overUsd && 'Each tier begins above the one before';
      if (message) context.addIssue({ code: 'custom', message, path: [at, 'overUsd'] });
    });
  });

const sentence = (max: number, message: string) => text(max, { min: 1, message });

const link = z.url({ protocol: /^https$/, error: 'Please enter a web address that begins with https://' }).max(200);

const handle = /^(?:https:\/\/t\.me\/|@)?([A-Za-z]\w{4,31})\/?$/;

/** A Telegram handle as people write it: @name, name or a link; kept as the link. None for a desk that is not there. */
const telegram = z
  .string()
  .trim()
  .refine((typed) => typed === '' || handle.test(typed), 'Please enter a Telegram handle, such as @landfall_support')
  .transform((typed) => (typed === '' ? '' : `https://t.me/${handle.exec(typed)?.[1] ?? ''}`));

/** What the administrator may change, section by section; what is not named stays as it is. */
export const settingsInput = z.object({
  brand: z
    .object({
      name: sentence(60, 'Please enter the name of the brand'),
      operator: sentence(120, 'Please enter who operates the desk'),
      supportEmail: email(),
      telegram,
      x: link,
      facebook: link,
      instagram: link,
    })
    .partial()
    .optional(),
  fees: z.object({ tiers }).optional(),
  limits: z
    .object({ kycUsd: boundedNumber(1_000_000_000, 'Please enter an amount in US dollars') })
    .partial()
    .optional(),
  support: z
    .object({
      hours: sentence(120, 'Please enter the business hours'),
      emailReply: sentence(60, 'Please enter how long a reply by mail takes'),
      agentReply: sentence(60, 'Please enter how long an agent takes to reply'),
    })
    .partial()
    .optional(),
  times: z
    .object({
      transfer: sentence(60, 'Please enter how long a transfer takes'),
      check: sentence(60, 'Please enter how long the check takes'),
      payout: sentence(60, 'Please enter how long a payout takes'),
      kyc: sentence(60, 'Please enter how long an identity check takes'),
    })
    .partial()
    .optional(),
  rules: z.object({ payoutEvidenceRequired: z.boolean(), newOrderMail: z.boolean() }).partial().optional(),
});

import { z } from 'zod';
import { email, isHundredths, percentBetween, text } from '#shared/kernel/fields.ts';
import { reasonWith, reason, type Reason } from '#shared/kernel/reason.ts';
import { recordOf } from '#shared/kernel/records.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { dayMinutes } from '#shared/reference/units-of-time.ts';
import { areBusinessHours } from './settings.business-hours.ts';
import { offerSettings } from './settings.offer.ts';

const boundedNumber = (max: number, error: Reason) =>
  z.number(error).min(0, error).max(max, error).refine(isHundredths, reason('hundredths_only'));

const wholeNumber = (min: number, max: number) =>
  z.int(reason('number_out_of_range')).min(min, reason('number_out_of_range')).max(max, reason('number_out_of_range'));

const tier = z.object({
  overUsd: boundedNumber(1_000_000_000, 'amount_usd_invalid'),
  percent: boundedNumber(50, 'fee_percent_invalid'),
});

/** The first tier begins at zero and each next one is higher, so that every order has exactly one. */
function checkTierOrder(list: readonly { overUsd: number }[], context: z.core.$RefinementCtx): void {
  list.forEach(({ overUsd }, at) => {
    const previousTier = list[at - 1];
    const message =
      previousTier === undefined
        ? overUsd !== 0 && reason('first_fee_tier_too_high')
        : overUsd <= previousTier.overUsd && reason('fee_tiers_unordered');
    if (message) context.addIssue({ code: 'custom', message, path: [at, 'overUsd'] });
  });
}

const tiers = z
  .array(tier)
  .min(1, reason('fee_tier_required'))
  .max(10, reason('too_many_fee_tiers'))
  .superRefine(checkTierOrder);

/** An object with one value of this schema for each chain that can be read. */
export const recordByChain = <Schema extends z.ZodType>(schema: Schema) => z.object(recordOf(chainNames, () => schema));

/** A number of confirmations, or the chain's own final block. */
const confirmations = z.union([z.int().min(1).max(1_000), z.literal('finalized')], reason('field_required'));
const finalityTiers = z
  .array(z.object({ overUsd: boundedNumber(1_000_000_000, 'amount_usd_invalid'), confirmations }))
  .min(1)
  .max(10)
  .superRefine(checkTierOrder);
const finality = recordByChain(finalityTiers);

/** A host without user and password, and a path: the placeholder cannot choose the host. */
const pageOfHost = /^https:\/\/[^/?#@\\{}\s]+\/[^{}\s]*$/;

/** The address of an explorer's page, with one placeholder after the host; empty for none. */
const explorerTemplate = (name: 'hash' | 'address') =>
  z
    .string()
    .trim()
    .max(200)
    .superRefine((template, context) => {
      if (template === '') return;
      const [prefix = '', ...suffixes] = template.split(`{${name}}`);
      const isLink = z.url({ protocol: /^https$/ }).safeParse([prefix, ...suffixes].join('0')).success;
      if (isLink && suffixes.length !== 1) {
        const { reason: message, params } = reasonWith('placeholder_missing', { name: `{${name}}` });
        context.addIssue({ code: 'custom', message, params });
      } else if (!isLink || !pageOfHost.test(prefix) || /[{}\s]/.test(suffixes.join(''))) {
        context.addIssue({ code: 'custom', message: reason('explorer_address_malformed') });
      }
    });

const years = z
  .number(reason('retention_years_invalid'))
  .int(reason('retention_years_invalid'))
  .min(0, reason('retention_years_invalid'))
  .max(50, reason('retention_years_invalid'));

const hoursPromised = z
  .number(reason('promised_hours_invalid'))
  .min(0.25, reason('promised_hours_invalid'))
  .max(240, reason('promised_hours_invalid'));

const sentence = (max: number, error: Reason) => text(max, { min: 1, error });

/**
 * The address of a profile; empty if the operator has none. Each names its own service, so that three errors differ.
 */
const profile = (error: Reason) =>
  z
    .string()
    .trim()
    .max(200)
    .refine((url) => url === '' || z.url({ protocol: /^https$/ }).safeParse(url).success, reason(error));

const hours = sentence(120, 'business_hours_required').refine(
  (value) => value === '' || areBusinessHours(value),
  reason('business_hours_malformed'),
);

/** The operator's own content on the landing page. */
const landing = z.object({
  stats: z
    .array(z.object({ value: sentence(20, 'landing_text_required'), label: sentence(60, 'landing_text_required') }))
    .max(6),
  testimonials: z
    .array(
      z.object({
        name: sentence(60, 'landing_text_required'),
        place: sentence(60, 'landing_text_required'),
        stars: z
          .number(reason('stars_invalid'))
          .int(reason('stars_invalid'))
          .min(1, reason('stars_invalid'))
          .max(5, reason('stars_invalid')),
        text: sentence(400, 'landing_text_required'),
      }),
    )
    .max(6),
});

const handle = /^(?:https:\/\/t\.me\/|@)?([A-Za-z]\w{4,31})\/?$/;

/** A Telegram handle as users write it: @name, name or a link; stored as the link. Empty if the operator has none. */
const telegram = z
  .string()
  .trim()
  .refine((value) => value === '' || handle.test(value), reason('telegram_handle_malformed'))
  .transform((typed) => (typed === '' ? '' : `https://t.me/${handle.exec(typed)?.[1] ?? ''}`));

/** Rules for judging deposits, and for less, more or late coins. */
export const depositsSettings = z.object({
  /** The confirmations that each chain requires, by the value of the order. */
  finality,
  /** A payment may be short by this much without a question: per cent of the amount, at most `maxUsd` dollars. */
  tolerance: z.object({
    percent: boundedNumber(10, 'number_out_of_range'),
    maxUsd: boundedNumber(1_000, 'number_out_of_range'),
  }),
  /** Minutes after its expiry in which a quote still counts as in time. */
  graceMinutes: wholeNumber(0, 120),
  /** Minutes after the first transfer in which the missing part counts as in time. */
  topUpMinutes: wholeNumber(0, dayMinutes),
  /** Minutes after its first sight within which a transfer must be in a block to be in time. */
  minedMinutes: wholeNumber(10, dayMinutes),
  /** Per cent above the agreed amount that are paid at the agreed rate. */
  overPercent: boundedNumber(100, 'number_out_of_range'),
  /** Days for which an own address is watched after its quote expired. */
  watchDays: wholeNumber(14, 365),
  /** Days for which an address of a pool rests after its lease. */
  poolRestDays: wholeNumber(1, 90),
  /** Hours in which a customer can choose what happens with too little or too late coins. */
  choiceHours: wholeNumber(1, 720),
  /** Who pays a refund's network fee. */
  refundFee: z.enum(['desk', 'customer']),
});

/** Rules for how payouts leave, and what bank statements settle. */
export const payoutsSettings = z.object({
  /** When an order that waits for its payout is completed. */
  completedWhen: z.enum(['sent', 'settled']),
  /** `auto`: a line of a statement that matches exactly settles its payout. `ask`: a member confirms it first. */
  settleExact: z.enum(['ask', 'auto']),
  /** `after_release`: a payout by hand above the limit of dual approval needs a released batch first. */
  handPayments: z.enum(['allowed', 'after_release']),
  /** The order form warns of an invalid payee (`warn`) or refuses it (`block`); either stops a batch that has one. */
  payeeChecks: z.enum(['warn', 'off', 'block']),
  /** The fee that a bank may deduct from a transfer: per cent of it, and never more than this in its own currency. */
  feeTolerance: z.object({
    percent: percentBetween(0, 10),
    max: boundedNumber(1_000_000, 'amount_usd_invalid'),
  }),
  /** True if the customer is asked for another account when money came back. */
  askCustomer: z.boolean(),
});

/** The actions that wait for a second member of the team; see shared/kernel/approval.ts. */
export const fourEyesSettings = z.object({
  payoutOverUsd: boundedNumber(1_000_000_000, 'amount_usd_invalid').nullable(),
  warnedApproval: z.boolean(),
  addressChange: z.boolean(),
  rateOverPercent: percentBetween(0, 50).nullable(),
  liftBlock: z.boolean(),
  eraseUser: z.boolean(),
  payoutRelease: z.boolean(),
  refundOverUsd: boundedNumber(1_000_000_000, 'amount_usd_invalid').nullable(),
  booksClose: z.boolean(),
  expireHours: z
    .number(reason('expire_hours_invalid'))
    .int(reason('expire_hours_invalid'))
    .min(1, reason('expire_hours_invalid'))
    .max(168, reason('expire_hours_invalid')),
});

/** The settings that the administrator may change, part by part; a setting that is left out stays as it is. */
export const settingsInput = z.object({
  brand: z
    .object({
      name: sentence(60, 'brand_name_required'),
      operator: sentence(120, 'operator_required'),
      tagline: sentence(160, 'tagline_required'),
      supportEmail: email(),
      telegram,
      x: profile('x_address_malformed'),
      facebook: profile('facebook_address_malformed'),
      instagram: profile('instagram_address_malformed'),
    })
    .partial()
    .optional(),
  fees: z.object({ tiers }).optional(),
  limits: z
    .object({
      kycUsd: boundedNumber(1_000_000_000, 'amount_usd_invalid'),
      retentionYears: years,
      checkHours: hoursPromised,
      payoutHours: hoursPromised,
      refundHours: hoursPromised,
      questionHours: hoursPromised,
    })
    .partial()
    .optional(),
  support: z
    .object({
      hours,
      emailReply: sentence(60, 'email_reply_required'),
      agentReply: sentence(60, 'agent_reply_required'),
    })
    .partial()
    .optional(),
  times: z
    .object({
      transfer: sentence(60, 'transfer_time_required'),
      check: sentence(60, 'check_time_required'),
      payout: sentence(60, 'payout_time_required'),
      kyc: sentence(60, 'kyc_time_required'),
    })
    .partial()
    .optional(),
  landing: landing.partial().optional(),
  offer: offerSettings.partial().optional(),
  deposits: depositsSettings.partial().optional(),
  explorers: z
    .object({
      transactions: recordByChain(explorerTemplate('hash')),
      addresses: recordByChain(explorerTemplate('address')),
    })
    .partial()
    .optional(),
  payouts: payoutsSettings.partial().optional(),
  rules: z
    .object({
      payoutEvidenceRequired: z.boolean(),
      newOrderMail: z.boolean(),
      confirmAboveUsd: boundedNumber(1_000_000_000, 'amount_usd_invalid'),
    })
    .partial()
    .optional(),
  fourEyes: fourEyesSettings.partial().optional(),
});

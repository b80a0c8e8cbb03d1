import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text } from '#shared/kernel/fields.ts';
import { depositsSettings, fourEyesSettings, recordByChain, payoutsSettings, settingsInput } from './settings.input.ts';
import { offerSettings, pauseSettings, pauseSubject } from './settings.offer.ts';

/**
 * A fee applies to the whole order once its value in US dollars is above `overUsd`. Per cent, as numbers with at most
 * two decimals.
 */
export const feeTier = z.object({ overUsd: z.number().min(0), percent: z.number().min(0).max(50) });

export const publicSettings = z.object({
  brand: z.object({
    name: z.string(),
    operator: z.string(),
    /** One sentence about the business: the description of pages without their own, and of mails. */
    tagline: z.string(),
    supportEmail: z.string(),
    telegram: z.string(),
    x: z.string(),
    facebook: z.string(),
    instagram: z.string(),
  }),
  fees: z.object({ tiers: z.array(feeTier) }),
  limits: z.object({
    kycUsd: z.number(),
    kycDays: z.number(),
    quoteMinutes: z.number(),
    uploadBytes: z.number(),
    /**
     * Years for which the evidence of orders and identities is retained after an account is closed; 0 erases it at
     * once.
     */
    retentionYears: z.number(),
    /**
     * Hours for the check of what arrived, the arrival of a payout after it, a refund, and the answer to a customer's
     * question: every promised time is computed from them.
     */
    checkHours: z.number(),
    payoutHours: z.number(),
    refundHours: z.number(),
    questionHours: z.number(),
  }),
  support: z.object({ hours: z.string(), emailReply: z.string(), agentReply: z.string() }),
  times: z.object({ transfer: z.string(), check: z.string(), payout: z.string(), kyc: z.string() }),
  /** The operator's own content on the landing page; an empty list hides its section. */
  landing: z.object({
    stats: z.array(z.object({ value: z.string(), label: z.string() })),
    testimonials: z.array(z.object({ name: z.string(), place: z.string(), stars: z.number(), text: z.string() })),
  }),
  /** Links to a transaction or an address, by chain: with `{hash}` or `{address}`; empty without a link. */
  explorers: z.object({ transactions: recordByChain(z.string()), addresses: recordByChain(z.string()) }),
  /** True while prices are the sample ones that ship with the product. */
  sampleRates: z.boolean(),
  /** Sources of currency rates, joined by `+`: some sources require attribution. */
  fxProvider: z.string(),
  /** Hours in which a customer can choose if too little or too late arrived. */
  choiceHours: z.number(),
  /** True if the business hours are 24/7, in every language. */
  alwaysOpen: z.boolean(),
  /** One sentence that names the enabled payout methods of all currencies. */
  payoutRails: z.string(),
  /** Subjects without new orders for now; open quotes and orders continue. */
  pauses: z.object({ active: z.array(pauseSubject) }),
});
export type PublicSettings = z.output<typeof publicSettings>;

export type DepositSettings = z.output<typeof depositsSettings>;
export type PayoutSettings = z.output<typeof payoutsSettings>;

/** Public settings that no row stores: they follow from other settings and from the environment. */
const computedFields = {
  sampleRates: true,
  fxProvider: true,
  alwaysOpen: true,
  choiceHours: true,
  payoutRails: true,
} as const;

/** Everything an admin can set: the public settings, and the rules only the admin and the server need. */
export const adminSettings = publicSettings.omit(computedFields).extend({
  rules: z.object({
    /** True where completing an order needs a payout screenshot; an operator who pays in cash turns it off. */
    payoutEvidenceRequired: z.boolean(),
    /** True where the administrator gets a mail about each order that waits for a decision. */
    newOrderMail: z.boolean(),
    /** The approval of an order worth more in US dollars needs a confirmation of payee, amount and account. */
    confirmAboveUsd: z.number(),
  }),
  deposits: depositsSettings,
  payouts: payoutsSettings,
  offer: offerSettings,
  pauses: pauseSettings,
  fourEyes: fourEyesSettings,
});
export type AdminSettings = z.output<typeof adminSettings>;

/** The settings with related data. */
const adminSettingsView = adminSettings.extend({
  /** Identifies this version of the settings: send it back to change what you have seen. */
  version: z.string(),
  sampleRates: z.boolean(),
  /** Hours until a changed deposit address goes live; set by the environment. */
  walletCooloffHours: z.number(),
  productVersion: z.string(),
});
export type AdminSettingsView = z.output<typeof adminSettingsView>;

const settingsChange = settingsInput.extend({ version: z.string().max(100).optional() });
export type SettingsChange = z.output<typeof settingsChange>;

export const getSettings = endpoint('GET /api/settings', {
  access: 'public',
  summary: 'Brand, fees, limits, times and support details, as the administrator set them',
  response: publicSettings,
});

export const adminGetSettings = endpoint('GET /api/admin/settings', {
  may: 'settings.write',
  summary: 'Everything the administrator can set, with the rules only administrators need',
  response: adminSettingsView,
});

export const getRules = endpoint('GET /api/admin/rules', {
  may: 'member',
  summary:
    'How orders are decided here: whether a payout needs a screenshot, and above which sums approving asks once more or asks a second member',
  response: adminSettings.shape.rules.extend({ payoutOverUsd: adminSettings.shape.fourEyes.shape.payoutOverUsd }),
});

export const updateSettings = endpoint('PUT /api/admin/settings', {
  may: 'settings.write',
  summary:
    'Change settings, section by section; what is not named stays. A version that was overtaken is refused. Loosening a rule of four eyes waits for a second member',
  body: settingsChange,
  response: adminSettingsView,
  errors: ['conflict', 'second_user_needed', 'step_up_required'],
  stepUp: true,
  secondUser: true,
});

/** Pauses new orders, or takes them again. */
const pausing = { on: 'settings', may: 'rates.write', ownCase: 'allowed', response: pauseSettings } as const;

export const listPauses = endpoint('GET /api/admin/pauses', {
  may: 'rates.write',
  summary: 'What is paused, since when and why',
  response: pauseSettings,
});

export const pauseOffer = action('POST /api/admin/pauses', {
  summary: 'Take no new orders, at once: at all, of a coin, in a currency, or exchanges. Locked rates and orders stay',
  body: pauseSubject.extend({ reason: text(500, { min: 1, error: 'field_required' }) }),
  audit: 'offer.paused',
  errors: ['conflict'],
  ...pausing,
});

export const resumeOffer = action('POST /api/admin/pauses/resume', {
  summary: 'Take new orders again',
  body: pauseSubject,
  audit: 'offer.resumed',
  errors: ['not_found', 'step_up_required', 'conflict'],
  stepUp: true,
  ...pausing,
});

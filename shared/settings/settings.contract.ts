import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text } from '#shared/kernel/fields.ts';
import { ofEachChain, settingsInput } from './settings.input.ts';
import { offerSettings, pauseSettings, pauseSubject } from './settings.offer.ts';

/** A fee applies to the whole order once its value in US dollars is above `overUsd`. Per cent, as numbers with at most two decimals. */
export const feeTier = z.object({ overUsd: z.number().min(0), percent: z.number().min(0).max(50) });

export const publicSettings = z.object({
  brand: z.object({
    name: z.string(),
    operator: z.string(),
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
    /** How long the evidence of orders and identities outlives a closed account; 0 erases it at once. */
    retentionYears: z.number().default(5),
    /** How long checking a proof, and then the payout, may take: what arrival times are computed from. */
    checkHours: z.number().default(1),
    payoutHours: z.number().default(24),
  }),
  support: z.object({ hours: z.string(), emailReply: z.string(), agentReply: z.string() }),
  times: z.object({ transfer: z.string(), check: z.string(), payout: z.string(), kyc: z.string() }),
  /** The operator's own content on the landing page; an empty list hides its section. */
  landing: z.object({
    stats: z.array(z.object({ value: z.string(), label: z.string() })),
    testimonials: z.array(z.object({ name: z.string(), place: z.string(), stars: z.number(), text: z.string() })),
  }),
  /** Where to look up a transaction or an address, by chain: with `{hash}` or `{address}`; empty without a link. */
  explorers: z.object({ transactions: ofEachChain(z.string()), addresses: ofEachChain(z.string()) }),
  /** True while prices are the sample ones that ship with the product. */
  sampleRates: z.boolean(),
  /** Where currency rates come from: some sources ask to be named. */
  fxProvider: z.enum(['sample', 'open-er-api']),
  /** Whether the business hours are 24/7, whatever language they are shown in. */
  alwaysOpen: z.boolean(),
  /** What is not taken for now; quotes and orders that are there are not touched. */
  pauses: z.object({ active: z.array(pauseSubject) }),
});
export type PublicSettings = z.output<typeof publicSettings>;

/**
 * From a value in US dollars on: the confirmations a deposit needs, or the chain's own final block. As with fees, the
 * last tier whose `overUsd` the value exceeds applies; the first begins at 0.
 */
export const finalityTier = z.object({
  overUsd: z.number().min(0),
  confirmations: z.union([z.int().min(1).max(1_000), z.literal('finalized')]),
});
const finalityTiers = z.array(finalityTier).min(1).max(10);

export const depositSettings = z.object({
  /** By chain. */
  finality: ofEachChain(finalityTiers),
  /** How much less than agreed is no reason to ask: per cent of the amount, and never more than this in US dollars. */
  tolerance: z.object({ percent: z.number().min(0).max(10), maxUsd: z.number().min(0).max(1_000) }),
  /** How long after its expiry a quote still counts as in time. */
  graceMinutes: z.int().min(0).max(120).default(10),
  /** How long after the first transfer the missing part counts as in time. */
  topUpMinutes: z.int().min(0).max(1_440).default(60),
  /** How much more than agreed is paid at the agreed rate. */
  overPercent: z.number().min(0).max(100).default(10),
  /** How long an own address is watched after its quote expired. */
  watchDays: z.int().min(14).max(365).default(30),
  /** How long an address of a pool rests after its lease. */
  poolRestDays: z.int().min(1).max(90).default(14),
  /** How long a customer has to choose what happens with too little or too late. */
  choiceHours: z.int().min(1).max(720).default(72),
  /** Who bears the network fee of a refund. */
  refundFee: z.enum(['desk', 'customer']).default('desk'),
});
export type DepositSettings = z.output<typeof depositSettings>;

export const payoutSettings = z.object({
  /** When an order that waits for its payout is completed. */
  completedWhen: z.enum(['sent', 'settled']).default('sent'),
  /** Whether an exact match of a statement settles by itself. */
  settleExact: z.enum(['ask', 'auto']).default('ask'),
  /** Whether a payout by hand above the limit of dual approval needs a released batch first. */
  handPayments: z.enum(['allowed', 'after_release']).default('allowed'),
  /** What a payee that cannot be right does to the form of an order; batches are stopped unless it is off. */
  payeeChecks: z.enum(['warn', 'off', 'block']).default('warn'),
  /** How much a bank may take out of a transfer: per cent of it, and never more than this in its own currency. */
  feeTolerance: z.object({ percent: z.number().min(0).max(10), max: z.number().min(0).max(1_000_000) }),
  /** Whether a customer is asked for another account when money came back. */
  askCustomer: z.boolean().default(true),
});
export type PayoutSettings = z.output<typeof payoutSettings>;

/** What no row holds: it follows from other settings and from the environment. */
const computed = { sampleRates: true, fxProvider: true, alwaysOpen: true } as const;

/** Everything an admin can set: the public settings, and the rules only the admin and the server need. */
export const adminSettings = publicSettings.omit(computed).extend({
  rules: z.object({
    /** Whether completing an order needs a payout screenshot; can be turned off for cash payouts. */
    payoutEvidenceRequired: z.boolean(),
    /** Whether the administrator gets a mail about each order that waits for a decision. */
    newOrderMail: z.boolean().default(true),
    /** An order worth more in US dollars is approved after one more question: whom, how much, where. */
    confirmAboveUsd: z.number().default(5_000),
  }),
  deposits: depositSettings,
  payouts: payoutSettings,
  offer: offerSettings,
  pauses: pauseSettings,
  /** Which actions wait for a second member of the team; see shared/kernel/approval.ts. */
  fourEyes: z.object({
    payoutOverUsd: z.number().nullable(),
    warnedApproval: z.boolean(),
    addressChange: z.boolean(),
    rateOverPercent: z.number().nullable(),
    liftBlock: z.boolean(),
    eraseUser: z.boolean(),
    payoutRelease: z.boolean().default(false),
    refundOverUsd: z.number().nullable().default(null),
    expireHours: z.number(),
  }),
});
export type AdminSettings = z.output<typeof adminSettings>;

/** The settings with related data. */
const adminSettingsView = adminSettings.extend({
  /** Names this state of the settings: send it back to change what you have seen. */
  version: z.string(),
  sampleRates: z.boolean(),
  /** Hours a changed deposit address waits; set where the product is started. */
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

/** Stops or resumes what no customer may begin now. */
const pausing = { access: 'admin', may: 'rates.write', limit: 'admin', response: pauseSettings } as const;

export const listPauses = endpoint('GET /api/admin/pauses', {
  may: 'rates.write',
  summary: 'What is paused, since when and why',
  response: pauseSettings,
});

export const pauseOffer = endpoint('POST /api/admin/pauses', {
  summary: 'Take no new orders, at once: at all, of a coin, in a currency, or exchanges. Locked rates and orders stay',
  body: pauseSubject.extend({ reason: text(500, { min: 1, error: 'field_required' }) }),
  errors: ['conflict'],
  ...pausing,
});

export const resumeOffer = endpoint('POST /api/admin/pauses/resume', {
  summary: 'Take new orders again',
  body: pauseSubject,
  errors: ['not_found', 'step_up_required'],
  stepUp: true,
  ...pausing,
});

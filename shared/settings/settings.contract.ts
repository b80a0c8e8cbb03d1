import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { settingsInput } from './settings.input.ts';

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
  limits: z.object({ kycUsd: z.number(), kycDays: z.number(), quoteMinutes: z.number(), uploadBytes: z.number() }),
  support: z.object({ hours: z.string(), emailReply: z.string(), agentReply: z.string() }),
  times: z.object({ transfer: z.string(), check: z.string(), payout: z.string(), kyc: z.string() }),
  /** True while prices are the sample ones that ship with the product. */
  sampleRates: z.boolean(),
  /** Where currency rates come from: some sources ask to be named. */
  fxProvider: z.enum(['sample', 'open-er-api']),
});
export type PublicSettings = z.output<typeof publicSettings>;

/** Everything an admin can set: the public settings, and the rules only the admin and the server need. */
export const adminSettings = publicSettings.omit({ sampleRates: true, fxProvider: true }).extend({
  rules: z.object({
    /** Whether completing an order needs a payout screenshot; can be turned off for cash payouts. */
    payoutEvidenceRequired: z.boolean(),
    /** Whether the administrator gets a mail about each order that waits for a decision. */
    newOrderMail: z.boolean().default(true),
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

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'public',
  summary: 'Brand, fees, limits, times and support details, as the administrator set them',
  response: publicSettings,
  errors: [],
  limit: 'read',
});

export const adminGetSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  may: 'settings.write',
  summary: 'Everything the administrator can set, with the rules only administrators need',
  response: adminSettingsView,
  errors: [],
  limit: 'read',
});

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  may: 'settings.write',
  summary: 'Change settings, section by section; what is not named stays. A version that was overtaken is refused',
  body: settingsChange,
  response: adminSettingsView,
  errors: ['conflict', 'step_up_required'],
  limit: 'admin',
  stepUp: true,
});

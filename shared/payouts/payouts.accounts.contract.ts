import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { payoutMethod } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { isBic } from '#shared/reference/iban.ts';
import { batchFormats, profileDirections } from './payouts.lifecycle.ts';

const line = (max: number) => text(max, { min: 1, error: 'field_required' });
const optional = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null);

const compact = (max: number) => optional(max).transform((value) => value?.replaceAll(/\s/g, '').toUpperCase() ?? null);

/** An account of the business that money is paid from. */
export const deskAccountInput = z.object({
  name: line(60),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .max(3),
  format: z.enum(batchFormats),
  holderName: line(70),
  iban: compact(40),
  bic: compact(15).refine((bic) => bic === null || isBic(bic), reason('bic_invalid')),
  accountNumber: optional(40),
  bankName: line(120),
  town: optional(35),
  country: compact(2).refine((code) => code === null || /^[A-Z]{2}$/.test(code), reason('country_code_malformed')),
  profileId: idOf('payoutProfile')
    .nullish()
    .transform((value) => value ?? null),
  batchBooking: z.boolean().default(false),
  isActive: z.boolean().default(true),
});
export type DeskAccountInput = z.output<typeof deskAccountInput>;

export const deskAccountView = z.object({
  id: idOf('deskAccount'),
  name: z.string(),
  currency: z.string(),
  format: z.enum(batchFormats),
  holderName: z.string(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  accountNumber: z.string().nullable(),
  bankName: z.string(),
  town: z.string().nullable(),
  country: z.string().nullable(),
  profileId: idOf('payoutProfile').nullable(),
  batchBooking: z.boolean(),
  isActive: z.boolean(),
  /** True if the account was changed outside the product: nothing is paid from it. */
  tampered: z.boolean(),
  /**
   * The closing balance of its newest statement and that statement's last day; null without one, and for members who do
   * not work on payouts.
   */
  balance: z.string().nullable(),
  balanceOn: z.string().nullable(),
});
export type DeskAccountView = z.output<typeof deskAccountView>;

/** A column of a file holds text and, in braces, values of the payout. */
const filledIn =
  /^([^{}]|\{(account(Name|Number)|bank(Name|Code)|iban|bic|country|amount|currency|reference|endToEndId|executeOn|fromAccount)\})*$/;
const value = text(60).refine((template) => filledIn.test(template), reason('profile_unusable'));

/** A fixed text with more digits could be an account number, and every line of the file would pay that account. */
const maxFixedDigits = 5;
const isFixedNumber = (template: string) =>
  (template.replaceAll(/\{\w+\}/g, '').match(/\p{N}/gu)?.length ?? 0) > maxFixedDigits;

/** The template of Wise has the account in one of these columns, and needs the columns of `wiseNeeds` too. */
const wiseAccounts = ['IBAN', 'accountNumber', 'recipientEmail'];
const wiseNeeds = ['amount', 'name'];

const separator = z.enum([',', ';', '\t', '|']);
const decimal = z.enum(['.', ',']);
const heading = line(60);

/**
 * The CSV that a bank reads. The template of Wise has fixed headings, whose values the product fills in. Every other
 * layout has one column for the payee's account alone and one for the sum, so that each line can be found in the file
 * again.
 */
export const payoutShape = z
  .object({
    columns: z.array(z.object({ heading, value })).min(1).max(60),
    separator: separator.default(','),
    decimal: decimal.default('.'),
    encoding: z.enum(['utf-8', 'windows-1252', 'iso-8859-1']).default('utf-8'),
    heading: z.boolean().default(true),
    template: z.literal('wise').optional(),
    /** The only rails that it takes; without them every rail that a CSV can pay. */
    rails: z.array(payoutMethod).min(1).max(50).optional(),
  })
  .superRefine(({ columns, template }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['columns', ...path], message });
    for (const [index, column] of columns.entries())
      for (const part of ['value', 'heading'] as const)
        if (isFixedNumber(column[part])) refuse([index, part], reason('fixed_number'));
    const headings = columns.map((column) => column.heading);
    const values = columns.map((column) => column.value);
    const isComplete =
      template === 'wise'
        ? wiseNeeds.every((name) => headings.includes(name)) && wiseAccounts.some((name) => headings.includes(name))
        : values.some((name) => name === '{accountNumber}' || name === '{iban}') && values.includes('{amount}');
    if (!isComplete) refuse([], reason(template === 'wise' ? 'profile_unusable' : 'profile_payee_missing'));
  });
export type PayoutShape = z.output<typeof payoutShape>;

const statementEncodings = [
  'utf-8',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'cp437',
  'cp850',
  'cp852',
] as const;

/** Year, month and day, each once, in any order, with separators between them; `MMM` is a month by its name. */
const dateFormat = line(20).refine((template) => {
  const parts = template.replaceAll(/[^A-Za-z]/g, ' ').match(/YYYY|YY|M{1,4}|DD?|[A-Za-z]/g) ?? [];
  return parts.length === 3 && ['D', 'M', 'Y'].every((letter) => parts.some((part) => part.startsWith(letter)));
}, reason('date_format_unusable'));

/** The CSV that a bank writes, read by its headings. */
export const statementShape = z
  .object({
    date: heading,
    valueDate: heading.optional(),
    amount: heading.optional(),
    debit: heading.optional(),
    credit: heading.optional(),
    text: z.array(heading).min(1).max(10),
    reference: heading.optional(),
    /** The other party. */
    counterparty: heading.optional(),
    account: heading.optional(),
    /** The account of the business itself; a CSV without it has to be confirmed. */
    ownAccount: heading.optional(),
    /** The column that gives the direction of an unsigned sum, with the word for outgoing money. */
    directionColumn: heading.optional(),
    outWord: line(20).optional(),
    separator: separator.default(';'),
    encoding: z.enum(statementEncodings).default('utf-8'),
    dateFormat: line(20),
    decimal: decimal.default('.'),
    sign: z.enum(['asWritten', 'reversed']).default('asWritten'),
    skip: z.number().int().min(0).max(100).default(0),
  })
  .refine(({ amount, debit, credit }) => (amount ? !debit && !credit : debit && credit), { path: ['amount'] })
  .refine(({ amount, directionColumn, outWord }) => (directionColumn ? amount && outWord : !outWord), {
    path: ['outWord'],
  });

const withOldName = z
  .looseObject({ name: z.unknown().optional() })
  .transform(({ name, ...shape }) => (name === undefined ? shape : { counterparty: name, ...shape }));

/** A stored layout of a statement; until the next version the column of the other party may be called `name`. */
export const storedStatementShape = withOldName.pipe(statementShape);

const profileName = { name: line(60) };
export const profileInput = z.discriminatedUnion('direction', [
  payoutShape.safeExtend({ ...profileName, direction: z.literal('payout') }),
  statementShape.safeExtend({ ...profileName, dateFormat, direction: z.literal('statement') }),
]);
export type ProfileInput = z.output<typeof profileInput>;

const profileView = z.looseObject({
  id: idOf('payoutProfile'),
  name: z.string(),
  direction: z.enum(profileDirections),
  isReady: z.boolean(),
  isVerified: z.boolean(),
  /** True if the layout was changed outside the product, or is older than the signatures: no file is written by it. */
  tampered: z.boolean(),
});

const write = { may: 'settings.write', stepUp: 'recent', ownCase: 'allowed' } as const;
const onAccount = { ...write, on: 'desk_account', response: deskAccountView, second: 'address' } as const;
const onProfile = { ...write, on: 'payout_profile' } as const;
const writesProfile = { ...onProfile, body: profileInput, response: profileView, second: 'address' } as const;

export const listDeskAccounts = endpoint('GET /api/admin/desk-accounts', {
  may: 'orders.read',
  summary: 'The accounts of the business that money is paid from',
  response: z.array(deskAccountView),
});

export const addDeskAccount = action('POST /api/admin/desk-accounts', {
  ...onAccount,
  summary: 'Add an account that money is paid from; with the rule for addresses a second member approves it',
  status: 201,
  body: deskAccountInput,
  errors: ['in_use', 'conflict'],
  audit: 'desk_account.created',
});

export const changeDeskAccount = action('PUT /api/admin/desk-accounts/:id', {
  ...onAccount,
  summary: 'Change an account that money is paid from, unless a prepared batch is paid from it',
  body: deskAccountInput,
  errors: ['in_use', 'conflict'],
  audit: 'desk_account.changed',
});

export const listProfiles = endpoint('GET /api/admin/payout-profiles', {
  may: 'orders.read',
  summary: 'How the CSV files of banks are laid out, for payouts and for statements',
  response: z.array(profileView),
});

export const addProfile = action('POST /api/admin/payout-profiles', {
  ...writesProfile,
  summary:
    'Save the layout of a CSV that a bank reads or writes; with the rule for addresses a second member approves it',
  status: 201,
  errors: ['in_use', 'conflict'],
  audit: 'payout_profile.created',
});

export const changeProfile = action('PUT /api/admin/payout-profiles/:id', {
  ...writesProfile,
  summary: 'Change the layout of a CSV, unless a prepared batch is written by it; the direction stays',
  errors: ['in_use', 'conflict'],
  audit: 'payout_profile.changed',
});

export const removeProfile = action('DELETE /api/admin/payout-profiles/:id', {
  ...onProfile,
  summary: 'Remove a layout that no account uses',
  response: 'empty',
  errors: ['in_use'],
  audit: 'payout_profile.deleted',
});

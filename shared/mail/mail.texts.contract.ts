import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text } from '#shared/kernel/fields.ts';
import { reasonWith, reason, type FilledReason } from '#shared/kernel/reason.ts';
import { keysOf } from '#shared/kernel/records.ts';
import { languageCodes } from '#shared/reference/languages.ts';
import { placeholdersOf } from '#shared/settings/settings.ready-texts.contract.ts';
import customerMails from './mail.customer-mails.json' with { type: 'json' };

/** The blocks of a mail that are not text, by their placeholders in the body. */
export const mailBlocks = ['code', 'order', 'message', 'progress', 'link', 'link2'] as const;
export type MailBlock = (typeof mailBlocks)[number];

/**
 * The mails to customers, each with the placeholders of its body, written `{{name}}`. A mail without a required one
 * would lack its code, its link or its subject. `title` are those of subject and heading.
 */
export { customerMails };

export type CustomerMail = keyof typeof customerMails;
/** The features that mail customers, in their order. */
export const mailingFeatures = [
  'auth',
  'kyc',
  'orders',
  'settlements',
  'refunds',
  'payouts',
  'newsletter',
  'chat',
] as const;
export const customerMailNames = keysOf(customerMails);

/** Returns the placeholders that a part of a mail may use; the body's required ones first. */
export function mailPlaceholders(template: CustomerMail, part: MailPart): readonly string[] {
  const { required, optional, title }: Record<'required' | 'optional' | 'title', readonly string[]> =
    customerMails[template];
  return part === 'body' ? [...required, ...optional] : title;
}

const language = z.enum(languageCodes);
const mailId = { template: z.enum(customerMailNames), language };
const requiredText = (max: number) => text(max, { min: 1, error: reason('ready_text_required') });
const parts = { subject: requiredText(150), heading: requiredText(150), body: requiredText(5000) };
type MailPart = keyof typeof parts;

function placeholderProblem(template: CustomerMail, part: MailPart, wording: string): FilledReason | undefined {
  const placeholders = placeholdersOf(wording);
  const unknownName = placeholders.find((name) => !mailPlaceholders(template, part).includes(name));
  if (unknownName !== undefined) return reasonWith('placeholder_unknown', { name: `{{${unknownName}}}` });
  const requiredPlaceholders: readonly string[] = part === 'body' ? customerMails[template].required : [];
  const missingName = requiredPlaceholders.find((name) => !placeholders.includes(name));
  return missingName === undefined ? undefined : reasonWith('placeholder_missing', { name: `{{${missingName}}}` });
}

/** The operator's own text of a mail in one language; plain text, paragraphs apart by an empty line. */
export const mailTextInput = z.object({ ...mailId, ...parts }).superRefine(({ template, ...wording }, context) => {
  for (const part of ['subject', 'heading', 'body'] as const) {
    const problem = placeholderProblem(template, part, wording[part]);
    if (!problem) continue;
    const { reason: message, params } = problem;
    context.addIssue({ code: 'custom', message, params, path: [part] });
  }
});
export type MailTextInput = z.output<typeof mailTextInput>;

const mailText = z.object({ subject: z.string(), heading: z.string(), body: z.string() });
export type MailText = z.output<typeof mailText>;

const mailTextsView = z.array(
  z.object({
    template: mailId.template,
    builtIn: mailText,
    own: mailText.nullable(),
    greeting: z.string(),
    /** The values of the placeholders for an invented customer. */
    example: z.record(z.string(), z.string()),
  }),
);

const byLanguage = z.object({ language });
const byId = z.object(mailId);

export const listMailTexts = endpoint('GET /api/admin/mail-texts/:language', {
  may: 'settings.write',
  summary: 'The mails to customers in one language: the built-in text, the operator’s own, and example values',
  params: byLanguage,
  response: mailTextsView,
});

export const changeMailText = action('PUT /api/admin/mail-texts', {
  on: 'mail_text',
  may: 'settings.write',
  summary: 'Replace subject, heading and text of one mail in one language; required placeholders must stay',
  body: mailTextInput,
  audit: 'mail.text_changed',
  ownCase: 'allowed',
  response: mailTextsView,
  errors: ['step_up_required'],
  stepUp: true,
});

export const resetMailText = action('DELETE /api/admin/mail-texts/:template/:language', {
  on: 'mail_text',
  may: 'settings.write',
  summary: 'Go back to the built-in text of one mail in one language',
  params: byId,
  audit: 'mail.text_reset',
  ownCase: 'allowed',
  response: mailTextsView,
});

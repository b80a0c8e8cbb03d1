import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text } from '#shared/kernel/fields.ts';
import { reasonWith, reason, type FilledReason } from '#shared/kernel/reason.ts';
import { keysOf } from '#shared/kernel/records.ts';
import { languageCodes } from '#shared/reference/languages.ts';

/**
 * The ready texts of the team: answers in the chat, notes on orders and on identity checks. Each with the placeholders
 * it contains, written `{{name}}`; the built-in wording is in the client's catalogues.
 */
export const readyTexts = {
  'chat.hold': ['minutes'],
  'chat.proof': ['check', 'payout'],
  'chat.limit': ['limit', 'days', 'kyc'],
  'chat.times': ['transfer', 'check', 'payout'],
  'chat.fees': ['tiers'],
  'chat.safety': [],
  'orders.confirmed': [],
  'orders.checked': [],
  'orders.nothing': [],
  'orders.amount': [],
  'orders.reused': [],
  'orders.late': [],
  'orders.network': [],
  'orders.blurred': [],
  'orders.name': [],
  'kyc.agrees': [],
  'kyc.selfieAgrees': [],
  'kyc.blurred': [],
  'kyc.cutOff': [],
  'kyc.glare': [],
  'kyc.name': [],
  'kyc.expired': [],
  'kyc.selfie': [],
} as const satisfies Record<string, readonly string[]>;
export type ReadyTextKey = keyof typeof readyTexts;
export const readyTextKeys = keysOf(readyTexts);

const textId = { key: z.enum(readyTextKeys), language: z.enum(languageCodes) };

/** Returns the names of the placeholders of a text, each once. */
export function placeholdersOf(wording: string): string[] {
  return [...new Set([...wording.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name))];
}

/** Puts values into the placeholders of a text; one without a value stays as it is. */
export function fillReadyText(wording: string, values: Readonly<Record<string, string | number>>): string {
  return wording.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
}

function placeholderProblem(key: ReadyTextKey, wording: string): FilledReason | undefined {
  const declaredPlaceholders: readonly string[] = readyTexts[key];
  const placeholders = placeholdersOf(wording);
  const unknownName = placeholders.find((name) => !declaredPlaceholders.includes(name));
  if (unknownName !== undefined) return reasonWith('placeholder_unknown', { name: `{{${unknownName}}}` });
  const missingName = declaredPlaceholders.find((name) => !placeholders.includes(name));
  return missingName === undefined ? undefined : reasonWith('placeholder_missing', { name: `{{${missingName}}}` });
}

/** The operator's own wording in one language; exactly the placeholders of the built-in one. */
export const readyTextInput = z
  .object({ ...textId, text: text(2000, { min: 1, error: reason('ready_text_required') }) })
  .superRefine(({ key, text: wording }, context) => {
    const problem = placeholderProblem(key, wording);
    if (!problem) return;
    const { reason: message, params } = problem;
    context.addIssue({ code: 'custom', message, params, path: ['text'] });
  });
export type ReadyTextInput = z.output<typeof readyTextInput>;

const readyTextView = z.object({ ...textId, text: z.string() });

export const listReadyTexts = endpoint('GET /api/admin/ready-texts', {
  may: 'member',
  summary: 'The ready texts that the operator has reworded, in every language; all others are built in',
  response: z.array(readyTextView),
});

export const changeReadyText = action('PUT /api/admin/ready-texts', {
  on: 'ready_text',
  may: 'settings.write',
  summary: 'Replace the wording of one ready text in one language; its placeholders must stay',
  body: readyTextInput,
  audit: 'settings.text_changed',
  ownCase: 'allowed',
  response: z.array(readyTextView),
});

export const resetReadyText = action('DELETE /api/admin/ready-texts/:key/:language', {
  on: 'ready_text',
  may: 'settings.write',
  summary: 'Go back to the built-in wording of one ready text in one language',
  params: z.object(textId),
  audit: 'settings.text_reset',
  ownCase: 'allowed',
  response: z.array(readyTextView),
});

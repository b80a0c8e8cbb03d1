import { z } from 'zod';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { defaultReason, fieldErrorOf } from '#shared/kernel/field-error.ts';
import type { Reason } from '#shared/kernel/reason.ts';
import { checkedBy } from './schema/max-length.ts';

/** An amount as typed in `language`, with separators and symbols, piped into the contract's schema. */
export function typedAmount<Parsed>(schema: z.ZodType<Parsed, number | string>, language: string) {
  return z
    .string()
    .transform((text): number | string => normaliseAmount(text, language) ?? text.trim())
    .pipe(schema);
}

/** An optional field: an empty text becomes undefined for the contract. */
export function emptyAsAbsent<Parsed>(schema: z.ZodType<Parsed, string | undefined>) {
  return z
    .string()
    .optional()
    .transform((text): string | undefined => (text?.trim() ? text : undefined))
    .pipe(schema);
}

/** The contract's check with the reason of one screen, which may depend on the typed value. */
export function withMessage<Parsed, Typed>(
  schema: z.ZodType<Parsed, Typed>,
  reason: Reason | ((typed: Typed) => Reason),
) {
  return checkedBy(z.custom<Typed>(), schema).transform((values, context): Parsed => {
    const parsedValues = schema.safeParse(values);
    if (parsedValues.success) return parsedValues.data;
    context.issues.push({
      code: 'custom',
      message: typeof reason === 'string' ? reason : reason(values),
      input: values,
    });
    return z.NEVER;
  });
}

/** A file that must be chosen; `message` is a reason, or a text of the screen. */
export function requiredFile(message: string) {
  return z
    .file()
    .optional()
    .transform((file, context) => {
      if (file) return file;
      context.issues.push({ code: 'custom', message, input: file });
      return z.NEVER;
    });
}

interface FieldIssue {
  path: PropertyKey[];
  /** The contract's reason, or a text of the screen. */
  message: string;
}

/** A form of a shape other than the wire's: the contract checks `toWire`, and `issueOf` moves an issue to its field. */
export function wireForm<Typed, Parsed>(
  contract: z.ZodType<Parsed>,
  toWire: (typed: Typed) => unknown,
  issueOf: (issue: FieldIssue, typed: Typed) => FieldIssue = (issue) => issue,
) {
  return checkedBy(z.custom<Typed>(), contract).transform((values, context): Parsed => {
    const parsedValues = contract.safeParse(toWire(values), { error: defaultReason });
    if (parsedValues.success) return parsedValues.data;
    for (const issue of parsedValues.error.issues) {
      const { reason: message, params } = fieldErrorOf(issue);
      context.issues.push({ code: 'custom', params, ...issueOf({ path: issue.path, message }, values), input: values });
    }
    return z.NEVER;
  });
}

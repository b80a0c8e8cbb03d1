import { z } from 'zod';
import type { PlainReason } from '#shared/kernel/reason.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';

/** An amount as somebody types it in `language`, with separators and signs, over the contract's schema of the plain one. */
export function typedAmount<Parsed>(plain: z.ZodType<Parsed, number | string>, language: string) {
  return z
    .string()
    .transform((typed): number | string => normaliseAmount(typed, language) ?? typed.trim())
    .pipe(plain);
}

/** A field that may stay empty, which the contract knows as one that is absent. */
export function emptyAsAbsent<Parsed>(schema: z.ZodType<Parsed, string | undefined>) {
  return z
    .string()
    .optional()
    .transform((typed): string | undefined => (typed?.trim() ? typed : undefined))
    .pipe(schema);
}

/** The contract's check with the reason of one screen, which may depend on what was typed. */
export function withMessage<Parsed, Typed>(
  schema: z.ZodType<Parsed, Typed>,
  why: PlainReason | ((typed: Typed) => PlainReason),
) {
  return z.custom<Typed>().transform((typed, context): Parsed => {
    const parsed = schema.safeParse(typed);
    if (parsed.success) return parsed.data;
    context.issues.push({
      code: 'custom',
      message: typeof why === 'string' ? why : why(typed),
      input: typed,
    });
    return z.NEVER;
  });
}

import type { z } from 'zod';
import { defaultReason, fieldErrorOf } from '#shared/kernel/field-error.ts';
import type { FilledReason } from '#shared/kernel/reason.ts';
import { Invalid } from './refusal.ts';

/** What the schema makes of what was sent. Throws Invalid naming every field to correct. */
export function parseSent(schema: z.ZodType, sent: unknown): unknown {
  const parsed = schema.safeParse(sent, { error: defaultReason });
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error);
}

/** 400 with the text of the first field, so that the texts of the specification are seen as they are. */
export function invalidFields({ issues }: z.ZodError): Invalid {
  const fields: Record<string, FilledReason> = {};
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= fieldErrorOf(issue);
  return new Invalid('invalid_input', issues[0] ? fieldErrorOf(issues[0]) : 'input_invalid', { fields });
}

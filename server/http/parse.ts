import type { z } from 'zod';
import { Invalid } from './refusal.ts';

/** What the schema makes of what was sent. Throws Invalid naming every field to mend. */
export function parseSent(schema: z.ZodType, sent: unknown): unknown {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error);
}

/** 400 with the message of the first field, so that the texts of the specification are seen as they are. */
export function invalidFields({ issues }: z.ZodError): Invalid {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message;
  return new Invalid('invalid_input', issues[0]?.message ?? 'Please check what you entered.', { fields });
}

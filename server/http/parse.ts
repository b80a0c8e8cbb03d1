import type { z } from 'zod';
import { Invalid } from './refusal.ts';

/** What the schema makes of what was sent. Throws Invalid naming every field to mend. */
export function parseSent(schema: z.ZodType, sent: unknown): unknown {
  const parsed = schema.safeParse(sent, { error: messageFor });
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error);
}

/** 400 with the message of the first field, so that the texts of the specification are seen as they are. */
export function invalidFields({ issues }: z.ZodError): Invalid {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message;
  return new Invalid('invalid_input', issues[0]?.message ?? 'Please check what you entered.', { fields });
}

/** What is said where a schema has no words of its own: the library's would speak of its types to a customer. */
function messageFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Please fill in this field';
  if (issue.code === 'too_small') return tooSmall(issue.origin, issue.minimum);
  if (issue.code === 'too_big') return tooBig(issue.origin, issue.maximum);
  const choices = issue.code === 'invalid_value' && issue.values.map(String).join(', ');
  return choices ? `Please choose one of: ${choices}` : 'This value is not valid';
}

function tooSmall(origin: string, min: number | bigint): string {
  if (origin === 'string') return `Please use at least ${min} characters`;
  return origin === 'array' ? `Please choose at least ${min}` : `Please choose a number of at least ${min}`;
}

function tooBig(origin: string, max: number | bigint): string {
  if (origin === 'string') return `Please use at most ${max} characters`;
  return origin === 'array' ? `Please choose at most ${max}` : `Please choose a number of at most ${max}`;
}

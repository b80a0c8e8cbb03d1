import type { z } from 'zod';
import { Invalid } from './refusal.ts';

/** What the schema makes of what was sent. Throws Invalid naming every field to mend. */
export function parseSent(schema: z.ZodType, sent: unknown): unknown {
  const parsed = schema.safeParse(sent, { error: wordsFor });
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
function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Please fill in this field';
  if (issue.code === 'too_small') return `Please ${sizeOf(issue.origin, 'at least', issue.minimum)}`;
  if (issue.code === 'too_big') return `Please ${sizeOf(issue.origin, 'at most', issue.maximum)}`;
  if (issue.code === 'invalid_value') return `Please choose one of: ${issue.values.map(String).join(', ')}`;
  return 'This value is not valid';
}

function sizeOf(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `use ${bound} ${size} characters`;
  return origin === 'array' ? `choose ${bound} ${size}` : `choose a number of ${bound} ${size}`;
}

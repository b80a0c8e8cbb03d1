import type { z } from 'zod';
import type { FilledReason, Params, Reason } from './reason.ts';

/** The reason of an issue whose schema names none: the library's own text would show types to a customer. */
export function defaultReason(issue: z.core.$ZodRawIssue): Reason {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'field_required';
  if (issue.code === 'too_small')
    return boundReason(issue.origin, 'text_too_short', 'list_too_short', 'number_too_small');
  if (issue.code === 'too_big') return boundReason(issue.origin, 'text_too_long', 'list_too_long', 'number_too_large');
  return issue.code === 'invalid_value' && issue.values.length > 0 ? 'choice_unknown' : 'value_invalid';
}

function boundReason(origin: string, ofText: Reason, ofList: Reason, ofNumber: Reason): Reason {
  if (origin === 'string') return ofText;
  return origin === 'array' ? ofList : ofNumber;
}

const boundedReasons: ReadonlySet<Reason> = new Set([
  'text_too_short',
  'list_too_short',
  'number_too_small',
  'text_too_long',
  'list_too_long',
  'number_too_large',
]);

/**
 * Returns the reason why a field is refused: the message of an issue is the reason if it was parsed with
 * `defaultReason`.
 */
export function fieldErrorOf(issue: z.core.$ZodIssue): FilledReason {
  // With `defaultReason` every message is a reason.
  const reason = issue.message as Reason;
  const params = paramsOf(issue, reason);
  return params ? { reason, params } : { reason };
}

function paramsOf(issue: z.core.$ZodIssue, reason: Reason): Params | undefined {
  // Our own schemas provide the values of their reason's placeholders.
  if (issue.code === 'custom') return issue.params as Params | undefined;
  if (issue.code === 'too_small' && boundedReasons.has(reason)) return { min: Number(issue.minimum) };
  if (issue.code === 'too_big' && boundedReasons.has(reason)) return { max: Number(issue.maximum) };
  if (issue.code === 'invalid_value' && reason === 'choice_unknown') {
    return { choices: issue.values.map(String).join(', ') };
  }
  return undefined;
}

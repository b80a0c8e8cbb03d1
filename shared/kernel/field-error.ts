import type { z } from 'zod';
import type { FilledReason, Reason } from './reason.ts';

/** The reason of an issue where a schema names none: the library's own text would speak of its types to a customer. */
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

/** What is wrong with a field, from an issue of a schema that was parsed with `defaultReason`: its message is the reason. */
export function fieldErrorOf(issue: z.core.$ZodIssue): FilledReason {
  const reason = issue.message as Reason;
  if (issue.code === 'custom' && issue.params) return { reason, params: issue.params as FilledReason['params'] };
  switch (reason) {
    case 'text_too_short':
    case 'list_too_short':
    case 'number_too_small':
      return issue.code === 'too_small' ? { reason, params: { min: Number(issue.minimum) } } : { reason };
    case 'text_too_long':
    case 'list_too_long':
    case 'number_too_large':
      return issue.code === 'too_big' ? { reason, params: { max: Number(issue.maximum) } } : { reason };
    case 'choice_unknown':
      return issue.code === 'invalid_value'
        ? { reason, params: { choices: issue.values.map(String).join(', ') } }
        : { reason };
    default:
      return { reason };
  }
}

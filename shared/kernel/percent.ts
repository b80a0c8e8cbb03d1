import { z } from 'zod';
import { reasonWith, reason } from './reason.ts';

/** True for a number of at most two decimals. */
export const isHundredths = (value: number) => Math.round(value * 100) === Number((value * 100).toFixed(6));

/** Per cents from `min` to `max` with at most two decimals; the refusal of any other input names both bounds. */
export function percentBetween(min: number, max: number) {
  const { reason: message, params } = reasonWith('rate_percent_invalid', { min, max });
  const bounded = z.number().min(min).max(max);
  // An input that is no number is refused here too: the issue of a wrong type could not carry the bounds.
  const checked = z.transform((input: number, context) => {
    if (!bounded.safeParse(input).success) context.addIssue({ code: 'custom', message, params });
    return input;
  });
  return checked.pipe(bounded.refine(isHundredths, reason('hundredths_only')));
}

/**
 * Verdicts on a deposit, best first; `pale` matches at a shared address, where no sender is proven; `grey` is
 * unchecked.
 */
export const verdictLevels = ['green', 'pale', 'amber', 'grey', 'red'] as const;
export type VerdictLevel = (typeof verdictLevels)[number];

/** Findings that the amount differs beyond the tolerance. */
export const unevenCodes = ['short', 'over'] as const;
export type UnevenCode = (typeof unevenCodes)[number];

export type Finding = { code: string; params: Readonly<Record<string, unknown>> };

/** Returns whether less or more arrived than agreed, beyond the tolerance. */
export const unevenOf = (findings: readonly Finding[]): UnevenCode | undefined =>
  unevenCodes.find((uneven) =>
    findings.some(({ code, params }) => code === uneven && (code === 'over' || !params['withinTolerance'])),
  );

/**
 * The codes of verdicts in lists and filters, best first: a difference in the amount is more precise than its level.
 */
export const verdictWords = ['green', 'pale', 'over', 'amber', 'grey', 'short', 'red'] as const;
export type VerdictWord = (typeof verdictWords)[number];

/**
 * Returns the word for a verdict: findings against the deposit are named before a surplus, which alone is no
 * objection.
 */
export const verdictWordOf = ({
  level,
  uneven,
}: {
  level: VerdictLevel;
  uneven?: UnevenCode | undefined;
}): VerdictWord => (level === 'red' && uneven === 'over' ? level : (uneven ?? level));

/** Each of these stops an approval until the reviewer gives a reason, as a verdict against the deposit does. */
export const orderWarnings = ['address_stopped', 'same_proof', 'same_document'] as const;

/** True if the chain contradicts the deposit. */
export const isWarning = (level: VerdictLevel | undefined): boolean => level === 'amber' || level === 'red';

/** True where an order is approved only with a reason: the verdict warns, or the chain is read and gave no answer. */
export const needsReason = ({ level, findings }: { level: VerdictLevel; findings: readonly { code: string }[] }) =>
  isWarning(level) || (level === 'grey' && findings.every(({ code }) => code !== 'by_hand'));

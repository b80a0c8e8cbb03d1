/** Verdicts on a deposit, best first; `pale` fits at a shared address, where no sender is proven; `grey` is unchecked. */
export const verdictLevels = ['green', 'pale', 'amber', 'grey', 'red'] as const;
export type VerdictLevel = (typeof verdictLevels)[number];

/** Whether an order is approved against this only with a reason. */
export const isWarning = (level: VerdictLevel | undefined): boolean => level === 'amber' || level === 'red';

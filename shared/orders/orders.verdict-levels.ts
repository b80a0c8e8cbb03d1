/** How a deposit stands, from best to worst; `pale` fits at a shared address, where nothing proves who sent it; `grey` was not checked. */
export const verdictLevels = ['green', 'pale', 'amber', 'grey', 'red'] as const;
export type VerdictLevel = (typeof verdictLevels)[number];

/** Whether an order is approved against this only with a reason. */
export const isWarning = (level: VerdictLevel | undefined): boolean => level === 'amber' || level === 'red';

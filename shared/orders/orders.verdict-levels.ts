/** How a deposit stands, from best to worst; `pale` fits at a shared address, where nothing proves who sent it; `grey` was not checked. */
export const verdictLevels = ['green', 'pale', 'amber', 'grey', 'red'] as const;
export type VerdictLevel = (typeof verdictLevels)[number];

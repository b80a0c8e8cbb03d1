/** Verdicts on a deposit, best first; `pale` fits at a shared address, where no sender is proven; `grey` is unchecked. */
export const verdictLevels = ['green', 'pale', 'amber', 'grey', 'red'] as const;
export type VerdictLevel = (typeof verdictLevels)[number];

/** What stops an approval until the reviewer gives a reason, beside the verdict on the deposit. */
export const orderWarnings = ['address_stopped', 'same_proof', 'same_document'] as const;

/** Whether the chain says something against it. */
export const isWarning = (level: VerdictLevel | undefined): boolean => level === 'amber' || level === 'red';

/** Whether an order is approved only with a reason: also where its chain is read and could not be asked. */
export const needsReason = ({ level, findings }: { level: VerdictLevel; findings: readonly { code: string }[] }) =>
  isWarning(level) || (level === 'grey' && findings.every(({ code }) => code !== 'by_hand'));

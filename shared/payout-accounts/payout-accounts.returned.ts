/** Reasons why a bank sent money back, for its customer. */
export const returnedReasons = ['account_closed', 'wrong_account', 'name', 'other'] as const;
export type ReturnedReason = (typeof returnedReasons)[number];

/** Returns the reason of a return that customers read: one that is only for the team becomes `other`. */
export const returnedReasonOf = (reason: unknown): ReturnedReason =>
  returnedReasons.find((reasonCode) => reasonCode === reason) ?? 'other';

/** Why a bank sent money back, in the words for its customer. */
export const returnedReasons = ['account_closed', 'wrong_account', 'name', 'other'] as const;
export type ReturnedReason = (typeof returnedReasons)[number];

/** The reason as customers read it: one that is only for the team is `other`. */
export const returnedReasonOf = (reason: unknown): ReturnedReason =>
  returnedReasons.find((reasonCode) => reasonCode === reason) ?? 'other';

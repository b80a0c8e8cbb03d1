/** Why a bank sent money back, as far as its customer is told. */
export const returnedReasons = ['account_closed', 'wrong_account', 'name', 'other'] as const;

import type { DeskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import type { PayoutView } from '#shared/payouts/payouts.contract.ts';

/** One transfer of a file, as it was frozen in its attempt. */
export type FileLine = {
  endToEndId: string;
  reference: string;
  amount: string;
  currency: string;
  payee: PayoutView['payee'];
};

export type FileBatch = {
  reference: string;
  currency: string;
  total: string;
  executeOn: string;
  at: Date;
  account: Pick<
    DeskAccountView,
    'holderName' | 'iban' | 'bic' | 'accountNumber' | 'bankName' | 'town' | 'country' | 'batchBooking'
  >;
  lines: readonly FileLine[];
};

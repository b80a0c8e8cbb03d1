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
  account: {
    holderName: string;
    iban: string | null;
    bic: string | null;
    accountNumber: string | null;
    bankName: string;
    town: string | null;
    country: string | null;
    batchBooking: boolean;
  };
  lines: readonly FileLine[];
};

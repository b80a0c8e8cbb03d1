import { paymentDetailsOf, type Account } from '#client/features/sell/components/sell.draft.ts';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { counterSale, type CounterSale } from '#shared/offers/offers.contract.ts';

/** A counter sale as it is typed; the picture is chosen beside it. */
export interface TypedSale {
  userId: string;
  account: Account;
  transactionHash: string;
}

/** The form of a counter sale in a currency, checked by its contract. */
export const counterForm = (currency: string) =>
  wireForm<TypedSale, CounterSale>(
    counterSale,
    ({ userId, account, transactionHash }) => ({
      userId,
      paymentDetails: JSON.stringify(paymentDetailsOf(account, currency)),
      transactionHash: transactionHash.trim() || null,
    }),
    ({ path: [name, ...rest], message }) => ({
      path: [name === 'paymentDetails' ? 'account' : String(name), ...rest],
      message,
    }),
  );

import { maskedAccount } from '#client/lib/format/format.ts';
import type { Api } from '#shared/api.ts';

type Order = Api['GET /api/transactions']['output'][number];
type OrderDetails = Api['GET /api/transactions/:id']['output'];
interface Copy {
  isCopy?: true;
}

/** True for a stored copy: the answer of the server without its secrets. */
export const isCopy = (data: object): boolean => 'isCopy' in data;

/** A list of orders as a device may store it. */
export function redactPage<Page extends { items: Order[] }>(page: Page): Page & Copy {
  return { ...page, items: page.items.map(withoutSecrets), isCopy: true };
}

/** An order with its history as a device may store it. */
export function redactDetails(details: OrderDetails): OrderDetails & Copy {
  const events = details.events.map((event) => ({ ...event, note: null }));
  return { ...withoutSecrets(details), events, paymentInstructions: [], isCopy: true };
}

/** Removes everything to pay with or to trace: editing a device's storage must not change where money goes. */
function withoutSecrets<T extends Order>(order: T): T {
  const { paymentDetails } = order;
  return {
    ...order,
    deposit: null,
    refundAddress: null,
    paymentDetails: paymentDetails && {
      ...paymentDetails,
      accountNumber: maskedAccount(paymentDetails.accountNumber),
      routingNumber: undefined,
    },
    paymentProofFiles: [],
    adminPayoutScreenshots: [],
    adminNotes: null,
    adminTransactionId: null,
    transactionHash: null,
  };
}

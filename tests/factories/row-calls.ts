import { randomUUID } from 'node:crypto';
import type { Api } from '#shared/api.ts';
import { callsOf } from '#tests/setup/calls.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { aColleague } from './approvals.ts';
import { aPng } from './files.ts';
import { aSession } from './members.ts';
import { anOffer } from './offers.ts';
import { anOrder, bankDetails, completedOrder, ofPesos } from './orders.ts';
import { litecoinAddresses } from './own-addresses.ts';
import { anOwnSale } from './own-sales.ts';
import { aDueRefund } from './refunds.ts';
import { aQuote, plainOrder, submit, type Seller } from './sales.ts';

/** A call of visitors or customers that names a row in its path: `GET /api/transactions/:id`. */
type RowCall = Exclude<Extract<keyof Api, `${string}/:${string}`>, `${string} /api/admin/${string}`>;

/** The name of a customer's row in a path, and of a row that does not exist. */
type RowName = { name: string; unknown?: string };

type RowCallKind = {
  /** Stores a row that belongs to this customer. */
  row: (owner: Seller) => Promise<RowName>;
  json?: object;
  form?: () => { paymentProof: ReturnType<typeof aPng> };
};

/** The path itself is the right to read: a published text, or a secret that was given to its reader. */
const byPathAlone = null;

/** Makes each kind of row for a customer. */
function rowsOfCustomers(testbed: Testbed) {
  const { app, rows } = testbed;
  const order = async (owner: Seller) => ({ name: await anOrder(app.deps, owner) });
  const exchange = async (owner: Seller) => ({ name: await anOrder(app.deps, owner, { ...ofPesos, hasProof: false }) });
  const completed = async (owner: Seller) => {
    const { name } = await order(owner);
    await completedOrder(app.deps, name);
    return { name };
  };
  const ownSale = async ({ id: userId }: Seller) => ({ name: (await anOwnSale(testbed, { userId })).id });
  const quote = async (owner: Seller) => ({ name: (await aQuote(app, owner)).quoteId });
  const leasedQuote = async (owner: Seller) => {
    await ownSale(owner);
    const [row] = await rows('select id from sell_quotes where user_id = $1', [owner.id]);
    return { name: String(row?.id) };
  };
  const file = async (owner: Seller) => {
    await submit(app, owner, plainOrder());
    const [row] = await rows('select filename from files where owner_id = $1', [owner.id]);
    return { name: String(row?.filename), unknown: `${randomUUID()}.png` };
  };
  const offer = async ({ id: userId }: Seller) => {
    const { code } = await anOffer(await aColleague(testbed, 'reviewer'), { userId });
    return { name: code, unknown: '0123456789' };
  };
  const account = async (owner: Seller) => {
    const { body } = await callsOf(app, owner).post('payout-accounts', { currency: 'NGN', ...bankDetails });
    return { name: String(body.id) };
  };
  const refund = async (owner: Seller, orderId: string) =>
    aDueRefund(app, { orderId, userId: owner.id, cryptoId: 'litecoin', amount: '0.3' });
  const refundedOrder = async (owner: Seller) => {
    const { name } = await ownSale(owner);
    await refund(owner, name);
    return { name };
  };
  const refundAlone = async (owner: Seller) => ({ name: (await refund(owner, (await ownSale(owner)).name)).id });
  const session = async ({ id }: Seller) => ({
    name: (await aSession(app.deps, { id, role: 'customer' })).sessionId,
  });
  const ofOrders = { order, exchange, completed, ownSale, refundedOrder, refundAlone };
  return { ...ofOrders, quote, leasedQuote, file, offer, account, session };
}

/**
 * The rows behind each such call, null where the path alone opens it. A new call does not compile until it is here.
 */
export function rowCallsOf(testbed: Testbed): Record<RowCall, RowCallKind | null> {
  const { order, exchange, completed, ownSale, refundedOrder, refundAlone, ...others } = rowsOfCustomers(testbed);
  const { quote, leasedQuote, file, offer, account, session } = others;
  const target = { address: litecoinAddresses[0] };
  return {
    'DELETE /api/sessions/:id': { row: session },
    'GET /api/sell-quotes/:id': { row: quote },
    'DELETE /api/sell-quotes/:id': { row: quote },
    'PUT /api/sell-quotes/:id/payout': { row: quote, json: { paymentDetails: bankDetails } },
    'GET /api/sell-quotes/:id/deposit': { row: leasedQuote },
    'GET /api/transactions/:id': { row: order },
    'GET /api/transactions/:id/deposit': { row: order },
    'PUT /api/transactions/:id/hash': { row: order, json: { transactionHash: 'ab'.repeat(32) } },
    'GET /api/transactions/:id/receipt': { row: completed },
    'POST /api/transactions/:id/cancel': { row: exchange },
    'POST /api/transactions/:id/choice': { row: ownSale, json: { choice: 'refund' } },
    'POST /api/transactions/:id/payout-details/code': { row: ownSale },
    'PUT /api/transactions/:id/payout-details': {
      row: ownSale,
      json: { paymentDetails: bankDetails, code: '000000' },
    },
    'POST /api/transactions/:id/refund-address': { row: refundedOrder, json: target },
    'POST /api/refunds/:id/address': { row: refundAlone, json: target },
    'POST /api/fiat-exchange/upload-proof/:transactionId': {
      row: exchange,
      form: () => ({ paymentProof: aPng('proof.png') }),
    },
    'DELETE /api/payout-accounts/:id': { row: account },
    'GET /api/files/:filename': { row: file },
    'POST /api/files/:filename/link': { row: file },
    'GET /api/offers/:code': { row: offer },
    'POST /api/offers/:code/take': { row: offer },
    'GET /api/blog-posts/:id': byPathAlone,
    'GET /api/blog-images/:filename': byPathAlone,
    'GET /api/receipts/:code': byPathAlone,
    'GET /api/invitations/:token': byPathAlone,
    'POST /api/invitations/:token': byPathAlone,
  };
}

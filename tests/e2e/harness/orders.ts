import { randomBytes } from 'node:crypto';
import { ask, type TestUser } from './users.ts';

const smallestPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWMQMgnDihiGlgQALKknAfJed/0AAAAASUVORK5CYII=',
  'base64',
);

/** A picture with unique bytes: readers ignore what comes after its end. */
export const aPicture = () => Buffer.concat([smallestPng, randomBytes(12)]);

export interface PlacedOrder {
  id: string;
  reference: string;
  status: string;
  adminNotes: string | null;
  adminTransactionId: string | null;
  adminPayoutScreenshots: { originalName: string }[];
}

const account = {
  method: 'bank',
  accountName: 'Oluwaseun Adebayo-Ogunleye',
  accountNumber: '0123884421',
  bankName: 'First Coastal Bank of Nigeria',
};

interface Sale {
  cryptoId?: string;
  amount?: number;
  currency?: string;
  proof?: Buffer;
  paymentDetails?: typeof account;
}

/** A sale with its proof, submitted through the API; it awaits a decision. */
export async function placeSellOrder(
  { token }: TestUser,
  { cryptoId = 'bitcoin', amount = 0.005, currency = 'NGN', proof = aPicture(), paymentDetails = account }: Sale = {},
): Promise<PlacedOrder> {
  const terms = { cryptoId, cryptoAmount: amount, targetCurrency: currency };
  const { netAmount } = await ask<{ netAmount: number }>('POST', '/api/calculate-sell-amount', { token, body: terms });
  const order = { cryptoId, amount, currency, valueUsd: netAmount, paymentDetails };
  const body = new FormData();
  body.set('transactionData', JSON.stringify(order));
  body.set('paymentProof', new Blob([new Uint8Array(proof)], { type: 'image/png' }), 'proof.png');
  return ask<PlacedOrder>('POST', '/api/transactions', { token, body });
}

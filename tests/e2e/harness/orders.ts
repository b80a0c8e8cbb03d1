import { aPng, aProof } from '#tests/factories/files.ts';
import type { SentFile } from '#tests/setup/call.ts';
import { anAdmin, ask, askProven, type TestUser } from './users.ts';

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
  // Payout files of Nigerian banks have a column for the bank's code.
  bankCode: '100004',
};

interface Sale {
  cryptoId?: string;
  amount?: number;
  currency?: string;
  proof?: Buffer;
  paymentDetails?: Omit<typeof account, 'bankCode'>;
}

/** A sale with its proof, submitted through the API; it awaits a decision. */
export async function placeSellOrder(
  { token }: TestUser,
  { cryptoId = 'bitcoin', amount = 0.005, currency = 'NGN', proof = aProof(), paymentDetails = account }: Sale = {},
): Promise<PlacedOrder> {
  const terms = { cryptoId, cryptoAmount: amount, targetCurrency: currency };
  const { netAmount } = await ask<{ netAmount: number }>('POST', '/api/calculate-sell-amount', { token, body: terms });
  const order = { cryptoId, amount, currency, valueUsd: netAmount, paymentDetails };
  const form = { transactionData: JSON.stringify(order), paymentProof: aPng('proof.png', proof) };
  return ask<PlacedOrder>('POST', '/api/transactions', { token, form });
}

/** An admin decision, through the API: evidence is sent with a completed order. */
export async function decide(id: string, status: 'processing' | 'completed' | 'rejected', note = ''): Promise<void> {
  const { token } = await anAdmin();
  const evidence = { adminTransactionId: 'PAY-2026-0001', payoutFiles: aPng('payout.png') };
  const form = { status, adminNotes: note, ...(status === 'completed' && evidence) };
  await ask('PATCH', `/api/admin/transactions/${id}/status`, { token, form });
}

const claims = {
  documentType: 'passport',
  documentNumber: 'A0 482 1937',
  fullName: 'Ada Ngozi Okafor',
  dateOfBirth: '1991-09-14',
  address: '17B Adeola Odeku Street, Victoria Island, Lagos',
  nationality: 'Nigeria',
};

type Changes = Partial<typeof claims> & { back?: SentFile };

/** Submits front, back and selfie through the API; the request awaits review. */
export async function handInDocuments(
  { token }: TestUser,
  { back = aPng('back.png'), ...changes }: Changes = {},
): Promise<void> {
  const files = { document: aPng('passport-page.png'), documentBack: back, selfie: aPng('me.png') };
  await ask('POST', '/api/kyc/submit', { token, form: { ...claims, ...changes, ...files } });
}

/** The decision of the administrator about this user's documents, through the API. */
export async function reviewDocuments(
  { email }: TestUser,
  status: 'approved' | 'rejected',
  notes: string,
): Promise<void> {
  const owner = await anAdmin();
  const path = `/api/admin/kyc-requests?status=pending&q=${encodeURIComponent(email)}`;
  const [request] = await ask<{ id: string }[]>('GET', path, owner);
  if (!request) throw new Error('No request of this user waits for an administrator.');
  await askProven(owner, 'PUT', `/api/admin/kyc-requests/${request.id}/review`, { status, notes });
}

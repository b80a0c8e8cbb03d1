import { call, CallError, hasCode } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminPaymentMethod = Api['GET /api/admin/payment-methods']['output'][number];
export type NewMethod = Api['POST /api/admin/payment-methods']['body'];
export type MethodChange = Api['PUT /api/admin/payment-methods/:id']['body'];

/** The currencies in the administrator's order: those of receiving accounts and exchanges. */
export const adminCurrenciesQuery = apiQuery('GET /api/admin/fiat-currencies', {});

/** The receiving accounts of a currency, or of all. */
export const methodsQuery = (currency: string | undefined) =>
  apiQuery('GET /api/admin/payment-methods', { query: { currency } });

/** One change of the payment methods, as its dialog carries it out. */
export type MethodAction =
  | { kind: 'create'; body: NewMethod }
  | { kind: 'change'; id: string; body: MethodChange }
  | { kind: 'delete'; id: string }
  | { kind: 'seed' };

/** The routes that these mutations fetch again. */
export const methodRoutes = ['GET /api/admin/payment-methods'] as const;

const sendOrWait = (id: string, body: MethodChange) =>
  call('PUT /api/admin/payment-methods/:id', { params: { id }, body }).catch((error: unknown) => {
    if (error instanceof CallError && hasCode(error, 'approval_pending')) return error;
    throw error;
  });

type SampleAccount = Api['POST /api/admin/payment-methods/samples']['body']['accounts'][number];

/** Each change waits for a second member by itself, and a waiting one does not stop the others. */
async function replaceOneByOne(accounts: readonly SampleAccount[]): Promise<void> {
  const outcomes = [];
  for (const { id, ...body } of accounts) outcomes.push(await sendOrWait(id, body));
  const waitingOutcome = outcomes.find((outcome) => outcome instanceof CallError);
  if (waitingOutcome) throw waitingOutcome;
}

async function replaceSamples(accounts: readonly SampleAccount[]): Promise<void> {
  try {
    await call('POST /api/admin/payment-methods/samples', { body: { accounts: [...accounts] } });
  } catch (error) {
    if (!(error instanceof CallError && error.reason === 'receiving_accounts_singly')) throw error;
    await replaceOneByOne(accounts);
  }
}

/** Enters own accounts over samples: all of them or none, or one by one where a second member confirms each. */
export const useReplaceSamples = () => useWrite(replaceSamples, ...methodRoutes, 'GET /api/admin/approvals');

import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callFile, type Route } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { useServerMessage } from '#client/lib/realtime/realtime.ts';
import { withStepUp } from '#client/lib/session/step-up.ts';
import type { Api } from '#shared/api.ts';
import type { BatchState, PayoutState } from '#shared/payouts/payouts.lifecycle.ts';

export type Payout = Api['GET /api/admin/payouts']['output'][number];
export type Batch = Api['GET /api/admin/payout-batches']['output'][number];
export type BatchLine = Api['GET /api/admin/payout-batches/:id']['output']['lines'][number];
export type DeskAccount = Api['GET /api/admin/desk-accounts']['output'][number];
export type Profile = Api['GET /api/admin/payout-profiles']['output'][number];
export type ProfileInput = Api['POST /api/admin/payout-profiles']['body'];
type DeskAccountInput = Api['POST /api/admin/desk-accounts']['body'];

const pollMs = 30_000;
export const pageSize = 100;

/** Payouts of these states, oldest first. */
export const payoutsQuery = (state: PayoutState[], page: number, q: string) =>
  apiQuery(
    'GET /api/admin/payouts',
    { query: { state, page, pageSize, ...(q && { q }) } },
    { refetchInterval: pollMs, placeholderData: keepPreviousData },
  );

/** Batches of these states, newest first. */
export const batchesQuery = (state: BatchState[], page: number) =>
  apiQuery(
    'GET /api/admin/payout-batches',
    { query: { state, page, pageSize: 20 } },
    { refetchInterval: pollMs, placeholderData: keepPreviousData },
  );

export const batchQuery = (id: string) => apiQuery('GET /api/admin/payout-batches/:id', { params: { id } });
export const figuresQuery = apiQuery('GET /api/admin/payouts/figures', {}, { refetchInterval: pollMs });
export const accountsQuery = apiQuery('GET /api/admin/desk-accounts', {});
export const profilesQuery = apiQuery('GET /api/admin/payout-profiles', {});

const touched: readonly Route[] = [
  'GET /api/admin/payouts',
  'GET /api/admin/payouts/figures',
  'GET /api/admin/payout-batches',
  'GET /api/admin/payout-batches/:id',
  'GET /api/admin/overview',
  'GET /api/admin/transactions/:id',
];

/** Fetches again what a colleague or a statement has moved. */
export function usePayoutsChanged(): void {
  const client = useQueryClient();
  useServerMessage('payouts_changed', () => void invalidateRoutes(client, ...touched));
}

/** A change of payouts; what it touches is fetched again, also where it was refused. */
function usePayoutMutation<Sent, Output>(mutationFn: (sent: Sent) => Promise<Output>, also: readonly Route[] = []) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => invalidateRoutes(client, ...touched, ...also) });
}

export const useMakeBatch = () =>
  usePayoutMutation(({ accountId, payoutIds, key }: { accountId: string | null; payoutIds: string[]; key: string }) =>
    call('POST /api/admin/payout-batches', { body: { accountId, payoutIds }, idempotencyKey: key }),
  );

export type BatchAction = 'release' | 'refuse' | 'withdraw' | 'sent' | 'cancel';

/** What a member does with a batch. `text` is a reason, or the reference of the bank. */
export const useBatchAction = ({ id, digest }: Pick<Batch, 'id' | 'digest'>) =>
  usePayoutMutation(({ action, text = '' }: { action: BatchAction; text?: string }) => {
    const options = { params: { id } };
    if (action === 'cancel') return call('DELETE /api/admin/payout-batches/:id', options);
    const reason = { ...options, body: { reason: text } };
    if (action === 'refuse') return call('POST /api/admin/payout-batches/:id/refuse', reason);
    return withStepUp((proof) => {
      if (action === 'withdraw') return call('POST /api/admin/payout-batches/:id/withdraw', { ...reason, ...proof });
      if (action === 'release')
        return call('POST /api/admin/payout-batches/:id/release', { ...options, ...proof, body: { digest } });
      const body = text ? { bankReference: text } : {};
      return call('POST /api/admin/payout-batches/:id/sent', { ...options, ...proof, body });
    });
  });

export const useBatchFile = (id: string) =>
  useMutation({
    mutationFn: async () =>
      saveFile(
        await withStepUp((proof) => callFile('GET /api/admin/payout-batches/:id/file', { params: { id }, ...proof })),
      ),
  });

export type PayoutAction = 'hold' | 'resume' | 'again' | 'settle' | 'return';

type PayoutChange =
  | { action: Exclude<PayoutAction, 'return'>; body: { reason: string } }
  | { action: 'return'; body: Api['POST /api/admin/payouts/:id/return']['body'] };

/** What a member does with one payout, and why. */
export const usePayoutAction = (id: string) =>
  usePayoutMutation((change: PayoutChange) => {
    const options = { params: { id } };
    if (change.action === 'return') {
      const { body } = change;
      return withStepUp((proof) => call('POST /api/admin/payouts/:id/return', { ...options, ...proof, body }));
    }
    const { action, body } = change;
    if (action === 'hold') return call('POST /api/admin/payouts/:id/hold', { ...options, body });
    if (action === 'resume') return call('POST /api/admin/payouts/:id/resume', { ...options, body });
    if (action === 'again') return call('POST /api/admin/payouts/:id/again', { ...options, body });
    return withStepUp((proof) => call('POST /api/admin/payouts/:id/settle', { ...options, ...proof, body }));
  });

/** Adds an account that money is paid from, or changes one; it may wait for a second member. */
export const useSaveAccount = (id: string | undefined) =>
  usePayoutMutation(
    (body: DeskAccountInput) =>
      withStepUp((proof) => {
        const options = { body, ...proof };
        return id
          ? call('PUT /api/admin/desk-accounts/:id', { ...options, params: { id } })
          : call('POST /api/admin/desk-accounts', options);
      }),
    ['GET /api/admin/desk-accounts', 'GET /api/admin/approvals'],
  );

/** Adds a layout, changes it, or without a body removes it. */
export const useProfileChange = () =>
  usePayoutMutation(
    ({ id, body }: { id: string | undefined; body: ProfileInput | null }) =>
      withStepUp<unknown>((proof) => {
        const options = { ...proof };
        if (id === undefined)
          return call('POST /api/admin/payout-profiles', { ...options, body: body as ProfileInput });
        const params = { id };
        return body
          ? call('PUT /api/admin/payout-profiles/:id', { ...options, params, body })
          : call('DELETE /api/admin/payout-profiles/:id', { ...options, params });
      }),
    ['GET /api/admin/payout-profiles'],
  );

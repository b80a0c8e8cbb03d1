import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, CallError } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { useServerMessage } from '#client/lib/realtime/realtime.ts';

export type KycStatus = Api['GET /api/kyc/status']['output'];
type Sent = Api['POST /api/kyc/submit']['form'];
export type KycFields = Sent['fields'];

const waitingMs = 60_000;

/** The KYC status of the signed-in user; fetched each minute while a request waits, and when the socket reports a change. */
export const kycStatusQuery = apiQuery(
  'GET /api/kyc/status',
  {},
  {
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? waitingMs : false),
    refetchOnWindowFocus: 'always',
  },
);

/** What may still be sold without an approved identity. */
export const allowanceQuery = apiQuery(
  'GET /api/sell-allowance',
  {},
  {
    refetchInterval: ({ state }) => (state.data?.leftUsd === null ? false : waitingMs),
    refetchOnWindowFocus: 'always',
  },
);

/** The same for a screen that stays open: an approval lifts the limit there at once. */
export function useAllowance() {
  const client = useQueryClient();
  useServerMessage('kyc_updated', () => void invalidateRoutes(client, 'GET /api/sell-allowance'));
  return useQuery(allowanceQuery).data;
}

export interface Submission {
  fields: KycFields;
  files: { document: File; documentBack?: File; selfie?: File };
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/**
 * Hands in an identity request. When the answer got lost, or sending was stopped too late, where it stands is asked: what
 * has arrived is not called a failure.
 */
export function useSubmitKyc({ onSent, onFailed }: { onSent: () => void; onFailed: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (submission: Submission) => {
      try {
        return await send(submission);
      } catch (error) {
        if (isRefusal(error)) throw error;
        const known = await client.fetchQuery({ ...kycStatusQuery, staleTime: 0 }).catch(() => undefined);
        if (known?.status === 'pending') return known;
        throw error;
      }
    },
    // Here and not at the call: news over the socket may close the form before the answer is there.
    onSuccess: (status) => {
      client.setQueryData(kycStatusQuery.queryKey, status);
      onSent();
    },
    // Refused because one is open: the card says so as soon as it is read again.
    onError: (error) => {
      void invalidateRoutes(client, 'GET /api/kyc/status');
      onFailed(error);
    },
  });
}

function send({ fields, files, idempotencyKey, signal, onProgress }: Submission) {
  return call('POST /api/kyc/submit', {
    form: { fields, files },
    idempotencyKey,
    signal,
    onUploadProgress: onProgress,
  });
}

/** The server has judged it: nothing is uncertain. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500;
}

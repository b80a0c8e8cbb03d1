import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/call.ts';

export type KycStatus = Api['GET /api/kyc/status']['output'];
type Sent = Api['POST /api/kyc/submit']['form'];
export type KycFields = Sent['fields'];

const waitingMs = 60_000;

/** Where the signed-in person stands; while a request waits it is asked each minute, and news come over the socket. */
export const kycStatusQuery = queryOptions({
  queryKey: ['kyc-status'],
  queryFn: ({ signal }) => call('GET /api/kyc/status', { signal }),
  refetchInterval: ({ state }) => (state.data?.status === 'pending' ? waitingMs : false),
  refetchOnWindowFocus: 'always',
});

/** What may still be sold without an approved identity. */
export const allowanceQuery = queryOptions({
  queryKey: ['sell-allowance'],
  queryFn: ({ signal }) => call('GET /api/sell-allowance', { signal }),
});

export interface Submission {
  fields: KycFields;
  files: { document: File; documentBack?: File; selfie?: File };
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Hands in an identity request. */
export function useSubmitKyc() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, files, idempotencyKey, signal, onProgress }: Submission) =>
      call('POST /api/kyc/submit', { form: { fields, files }, idempotencyKey, signal, onUploadProgress: onProgress }),
    onSuccess: (status) => client.setQueryData(kycStatusQuery.queryKey, status),
    // Refused because one is open: the card says so as soon as it is read again.
    onError: () => void client.invalidateQueries({ queryKey: kycStatusQuery.queryKey }),
  });
}

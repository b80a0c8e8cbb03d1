import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallError } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { imageForReview } from '#client/lib/browser/files.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type KycStatus = Api['GET /api/kyc/status']['output'];
type SubmitForm = Api['POST /api/kyc/submit']['form'];
export type KycFields = SubmitForm['fields'];

const waitingMs = minuteMs;

/**
 * The KYC status of the signed-in user; fetched each minute while a request
 * waits, and when the socket reports a change.
 */
export const kycStatusQuery = apiQuery(
  'GET /api/kyc/status',
  {},
  {
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? waitingMs : false),
    refetchOnWindowFocus: 'always',
    meta: { persist: (status: KycStatus) => ({ ...status, reviewNotes: null, previous: null }) },
  },
);

/** Identity verification, and the screen of this site to go back to once it is done. */
export function verifyPath(returnTo: string): string {
  return `/kyc?next=${encodeURIComponent(returnTo)}`;
}

/** The amount that may still be sold without an approved identity. */
export const allowanceQuery = apiQuery(
  'GET /api/sell-allowance',
  {},
  {
    refetchInterval: ({ state }) => (state.data?.leftUsd === null ? false : waitingMs),
    refetchOnWindowFocus: 'always',
  },
);

/** The allowance on a screen that stays open: an approval lifts the limit there at once. */
export function useAllowance() {
  useRefreshOn('kyc_updated', 'GET /api/sell-allowance');
  return useQuery(allowanceQuery).data;
}

interface Submission {
  fields: KycFields;
  files: { document: File; documentBack?: File; selfie?: File };
}

/** Pixels of a photo of a document, 3,000 by 2,250: small print must stay readable. */
export const documentPixels = 6_750_000;

/**
 * Submits a KYC request. After a lost answer the status is fetched, because a request that has arrived is no failure.
 */
export function useSubmitKyc({ onSent }: { onSent: () => void }) {
  const client = useQueryClient();
  return useUpload({
    prepare: async ({ fields, files }: Submission): Promise<Submission> => ({
      fields,
      files: await shrinkPictures(files),
    }),
    send: async (form, context) => {
      try {
        return await call('POST /api/kyc/submit', { form, ...context });
      } catch (error) {
        if (isRefusal(error)) throw error;
        const kycStatus = await client.fetchQuery({ ...kycStatusQuery, staleTime: 0 }).catch(() => undefined);
        if (kycStatus?.status === 'pending') return kycStatus;
        throw error;
      }
    },
    // Set in the hook and not by its caller: a socket message may close the form before the answer arrives.
    onSuccess: (status) => {
      client.setQueryData(kycStatusQuery.queryKey, status);
      onSent();
    },
    // A request may be open already: the card shows it once the status is fetched again.
    onError: () => void invalidateRoutes(client, 'GET /api/kyc/status'),
  });
}

async function shrinkPictures({ document, documentBack, selfie }: Submission['files']): Promise<Submission['files']> {
  const frontImage = await imageForReview(document, documentPixels);
  return {
    document: frontImage,
    ...(documentBack && { documentBack: await imageForReview(documentBack, documentPixels) }),
    ...(selfie && { selfie: await imageForReview(selfie, documentPixels) }),
  };
}

/** The server has refused it: its state is certain. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500;
}

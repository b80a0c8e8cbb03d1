import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { withStepUp } from '#client/lib/session/step-up.ts';
import type { Api } from '#shared/api.ts';

export type Pause = Api['GET /api/admin/pauses']['output']['active'][number];
type PauseInput = Api['POST /api/admin/pauses']['body'];

export const pausesQuery = apiQuery('GET /api/admin/pauses', {});

function usePauseMutation<Input>(write: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => invalidateRoutes(client, 'GET /api/admin/pauses', 'GET /api/settings', 'GET /api/crypto-assets'),
  });
}

/** At once and without a password: whoever stops sales loses no time. */
export const usePause = () => usePauseMutation((body: PauseInput) => call('POST /api/admin/pauses', { body }));

export const useResume = () =>
  usePauseMutation(({ what, subject }: Pause) =>
    withStepUp((proof) => call('POST /api/admin/pauses/resume', { body: { what, subject }, ...proof })),
  );

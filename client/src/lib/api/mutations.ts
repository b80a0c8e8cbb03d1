import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, hasCode, type CallOptions, type Route } from './call.ts';
import { invalidateRoutes } from './query.ts';

/** Reads `routes` again when a write has ended: before a success is shown, and behind a refusal, which is shown at once. */
export const rereadAfter =
  (client: QueryClient, ...routes: readonly Route[]) =>
  (_output: unknown, error: Error | null) => {
    const reading = invalidateRoutes(client, ...routes);
    return error === null || hasCode(error, 'approval_pending') ? reading : undefined;
  };

/** A change by `write`, whatever it sends; the answers of `routes` are fetched again, also where it was refused. */
export function useWrite<Input, Output>(write: (input: Input) => Promise<Output>, ...routes: readonly Route[]) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSettled: rereadAfter(client, ...routes) });
}

/** The same where the answer is what the query of `keyOf` shows from then on. */
export function useStoredWrite<Input, Output>(
  keyOf: (output: Output, input: Input) => QueryKey,
  write: (input: Input) => Promise<Output>,
  ...routes: readonly Route[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (output, input) => client.setQueryData(keyOf(output, input), output),
    onSettled: rereadAfter(client, ...routes),
  });
}

/** A call that takes a body alone; the answers of `routes` are fetched again once it has succeeded. */
export function useSend<R extends Route>(route: R, ...routes: readonly Route[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Api[R]['body']) => call(route, { body } as unknown as CallOptions<R>),
    onSuccess: () => invalidateRoutes(client, ...routes),
  });
}

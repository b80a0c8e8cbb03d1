import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, type CallOptions, type Route } from './call.ts';
import { invalidateRoutes } from './query.ts';

/** A change by `write`, whatever it sends; the answers of `routes` are fetched again, also where it was refused. */
export function useWrite<Input, Output>(write: (input: Input) => Promise<Output>, ...routes: readonly Route[]) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSettled: () => invalidateRoutes(client, ...routes) });
}

/** A call that takes a body alone; the answers of `routes` are fetched again once it has succeeded. */
export function useSend<R extends Route>(route: R, ...routes: readonly Route[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Api[R]['body']) => call(route, { body } as unknown as CallOptions<R>),
    onSuccess: () => invalidateRoutes(client, ...routes),
  });
}

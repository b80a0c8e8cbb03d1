import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Api } from '#shared/api.ts';
import { call, hasCode, type CallOptions, type Route } from './call.ts';
import { invalidateRoutes } from './query.ts';

/** Fetches `routes` again after a write: before a success is shown, and after a refusal, which is shown at once. */
export const rereadAfter =
  (client: QueryClient, ...routes: readonly Route[]) =>
  (_output: unknown, error: Error | null) => {
    const refetch = invalidateRoutes(client, ...routes);
    return error === null || hasCode(error, 'approval_pending') ? refetch : undefined;
  };

/** Follows one call of a change. */
export interface Callbacks<Output> {
  onSuccess?: ((output: Output) => void) | undefined;
  onError?: ((error: Error) => void) | undefined;
  onSettled?: (() => void) | undefined;
}

/**
 * A mutation whose callbacks run for each `mutate`, even if the refetch has removed the pressed row, its dialog or its
 * form: `useMutation` would skip them. They do not run after the user has opened another screen.
 */
export function useChange<Output, Input = void>(options: UseMutationOptions<Output, Error, Input>) {
  const { mutateAsync, ...mutation } = useMutation(options);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const mutate = useCallback(
    (input: Input, { onSuccess, onError, onSettled }: Callbacks<Output> = {}) => {
      const { pathname } = window.location;
      const onScreen =
        <Value>(...next: (((value: Value) => void) | undefined)[]) =>
        (value: Value) => {
          if (isShown.current || window.location.pathname === pathname) for (const call of next) call?.(value);
        };
      void mutateAsync(input).then(onScreen(onSuccess, onSettled), onScreen(onError, onSettled));
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}

/** A change that `write` sends; the answers of `routes` are fetched again, even if it was refused. */
export function useWrite<Output, Input = void>(write: (input: Input) => Promise<Output>, ...routes: readonly Route[]) {
  const client = useQueryClient();
  return useChange({ mutationFn: write, onSettled: rereadAfter(client, ...routes) });
}

/** A mutation whose answer replaces the cached answer of the query `keyOf`. */
export function useStoredWrite<Output, Input = void>(
  keyOf: (output: Output, input: Input) => QueryKey,
  write: (input: Input) => Promise<Output>,
  ...routes: readonly Route[]
) {
  const client = useQueryClient();
  return useChange({
    mutationFn: write,
    onSuccess: (output, input) => client.setQueryData(keyOf(output, input), output),
    onSettled: rereadAfter(client, ...routes),
  });
}

/** A call that takes a body alone; the answers of `routes` are fetched again once it has succeeded. */
export function useSend<R extends Route>(route: R, ...routes: readonly Route[]) {
  const client = useQueryClient();
  return useChange({
    // `CallOptions` of a generic route is not resolved; its body is what this takes.
    mutationFn: (body: Api[R]['body']) => call(route, { body } as unknown as CallOptions<R>),
    onSuccess: () => invalidateRoutes(client, ...routes),
  });
}

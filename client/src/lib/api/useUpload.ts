import { useRef, useState } from 'react';
import type { CallExtras } from './call.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { useChange } from './mutations.ts';

export type UploadContext = Required<Pick<CallExtras, 'idempotencyKey' | 'signal' | 'onUploadProgress'>>;

interface UploadOptions<Input, Sent, Output> {
  /** Turns the input into the parts to send, for example by making pictures smaller. */
  prepare: (input: Input) => Sent | Promise<Sent>;
  send: (sent: Sent, context: UploadContext) => Promise<Output>;
  /** The name under which an attempt keeps its key when the screen is left and opened again. */
  attemptName?: string;
  /** These three run even if the screen has changed meanwhile. */
  onSuccess?: (output: Output, input: Input) => unknown;
  /** Also called for a cancelled upload, which `isAbort` recognizes. */
  onError?: (error: Error, input: Input) => unknown;
  onSettled?: (output: Output | undefined, error: Error | null) => unknown;
}

const namedKeys = createIdempotencyKeys();

/** Sends files with progress (0 to 1); it can be cancelled, and repeating the same input never submits twice. */
export function useUpload<Input, Sent, Output>(options: UploadOptions<Input, Sent, Output>) {
  const { prepare, send, attemptName, onSuccess, onError, onSettled } = options;
  const [progress, setProgress] = useState<number>();
  const [ownKeys] = useState(createIdempotencyKeys);
  const abort = useRef<AbortController>(undefined);
  const mutation = useChange<Output, { input: Input; signal: AbortSignal }>({
    mutationFn: async ({ input, signal }) => {
      const preparedInput = await prepare(input);
      signal.throwIfAborted();
      const idempotencyKey = (attemptName === undefined ? ownKeys : namedKeys).keyOf(preparedInput, attemptName);
      return send(preparedInput, { idempotencyKey, signal, onUploadProgress: setProgress });
    },
    onSuccess: (output, { input }) => onSuccess?.(output, input),
    onError: (error, { input }) => onError?.(error, input),
    onSettled: (output, error) => {
      setProgress(undefined);
      return onSettled?.(output, error);
    },
  });

  const wasCancelled = isAbort(mutation.error);
  return {
    /** Does nothing during an upload. `onDone` runs unless another screen was opened meanwhile. */
    send: (input: Input, onDone?: (output: Output) => void) => {
      if (mutation.isPending) return;
      abort.current = new AbortController();
      setProgress(0);
      mutation.mutate({ input, signal: abort.current.signal }, { onSuccess: (output) => onDone?.(output) });
    },
    cancel: () => abort.current?.abort(),
    /** Clears the last error. */
    reset: mutation.reset,
    /** Share sent so far. */
    progress,
    isPending: mutation.isPending,
    isDone: mutation.isSuccess,
    wasCancelled,
    error: wasCancelled ? null : mutation.error,
    /** Input of the last attempt. */
    input: mutation.variables?.input,
  };
}

/** True if a request failed because the user cancelled it. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

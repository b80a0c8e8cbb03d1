import { useRef, useState } from 'react';
import { shrinkImage } from '#client/lib/browser/files.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { useSendProof } from '../orders.queries.ts';

export type ProofUpload = ReturnType<typeof useProofUpload>;

/** The proof of an exchange's payment: chosen, sent with progress, cancelled, tried again, never sent twice. */
export function useProofUpload(id: string, onDone: () => void) {
  const [file, setFile] = useState<File>();
  const [isMissing, setMissing] = useState(false);
  const [progress, setProgress] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  const attempt = useRef<{ of: File | undefined; key: string }>({ of: undefined, key: '' });
  const { mutate, reset, isPending, error } = useSendProof(onDone);
  useLeaveGuard(Boolean(file) && !isPending);

  const send = async () => {
    setMissing(!file);
    if (!file || isPending) return;
    if (attempt.current.of !== file) attempt.current = { of: file, key: crypto.randomUUID() };
    abort.current = new AbortController();
    setProgress(0);
    const proof = await shrinkImage(file);
    const { signal } = abort.current;
    mutate(
      { id, proof, idempotencyKey: attempt.current.key, signal, onProgress: setProgress },
      {
        onSettled: () => setProgress(undefined),
      },
    );
  };

  const wasCancelled = error instanceof DOMException && error.name === 'AbortError';
  return {
    file,
    setFile: (next: File | undefined) => {
      reset();
      setMissing(false);
      setFile(next);
    },
    isMissing,
    progress,
    isPending,
    error: wasCancelled ? null : error,
    send: () => void send(),
    cancel: () => abort.current?.abort(),
  };
}

import { useState } from 'react';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { useSendProof } from '../orders.queries.ts';

export type ProofUpload = ReturnType<typeof useProofUpload>;

/** The proof of an exchange's payment: chosen, sent with progress, cancelled, tried again, never sent twice. */
export function useProofUpload(id: string, onDone: () => void) {
  const [file, setFile] = useState<File>();
  const [isMissing, setMissing] = useState(false);
  const { send, reset, progress, isPending, error, cancel } = useSendProof(id, onDone);
  useLeaveGuard(Boolean(file) && !isPending);

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
    error,
    send: () => {
      setMissing(!file);
      if (file) send(file);
    },
    cancel,
  };
}

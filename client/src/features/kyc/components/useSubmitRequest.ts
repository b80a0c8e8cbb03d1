import { useRef, useState } from 'react';
import { shrinkImage } from '#client/lib/browser/files.ts';
import { useSubmitKyc, type KycFields } from '../kyc.queries.ts';
import { fieldsOf, type KycFormValues } from './kyc.form.ts';

/** Small print must stay readable. */
const maxSidePx = 3000;

/** Sends a request with progress; it can be stopped, and trying again never hands in twice. */
export function useSubmitRequest(onSent: () => void, onFailed: (error: unknown) => void) {
  const [progress, setProgress] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  // One key for one set of words and bytes: a retry repeats it, a changed attempt gets its own.
  const attempt = useRef({ of: '', key: '' });
  const submit = useSubmitKyc({ onSent, onFailed: (error) => !isAbort(error) && onFailed(error) });

  const send = async (values: KycFormValues) => {
    if (progress !== undefined) return;
    setProgress(0);
    const fields = fieldsOf(values);
    const files = await smaller(values);
    abort.current = new AbortController();
    submit.mutate(
      {
        fields,
        files,
        idempotencyKey: keyOf(fields, Object.values(files)),
        signal: abort.current.signal,
        onProgress: setProgress,
      },
      {
        onSettled: () => setProgress(undefined),
      },
    );
  };
  const keyOf = (fields: KycFields, files: readonly File[]) => {
    const of = JSON.stringify([fields, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
    if (attempt.current.of !== of) attempt.current = { of, key: crypto.randomUUID() };
    return attempt.current.key;
  };
  const wasCancelled = isAbort(submit.error);
  return {
    send: (values: KycFormValues) => void send(values),
    cancel: () => abort.current?.abort(),
    /** Share sent, while it is sent. */
    progress,
    wasCancelled: wasCancelled && progress === undefined,
    error: wasCancelled ? null : submit.error,
  };
}

async function smaller({ document, documentBack, selfie }: KycFormValues) {
  const front = await shrinkImage(document, maxSidePx);
  return {
    document: front,
    ...(documentBack && { documentBack: await shrinkImage(documentBack, maxSidePx) }),
    ...(selfie && { selfie: await shrinkImage(selfie, maxSidePx) }),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

import { useEffect, useRef, useState } from 'react';
import { hasCode } from '#client/lib/api/call.ts';
import { readDraftFile, writeDraftFile } from '#client/lib/storage/drafts.ts';
import { shrinkImage } from '#client/lib/browser/files.ts';
import { useSubmitOrder, type SellQuote, type Order, type SellEstimate } from '../sell.queries.ts';
import { draftKey, paymentDetailsOf, type SellDraft } from './sell.draft.ts';

/** The proof of a sale: kept in this browser, sent with progress, cancelled, tried again, never sent twice. */
export function useProof(quote: SellQuote, draft: SellDraft, userId: string, onDone: (order: Order) => void) {
  const [file, setFile] = useDraftFile(userId);
  const [progress, setProgress] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  // One key for one set of bytes and terms: a retry repeats it, a changed attempt gets its own.
  const attempt = useRef({ of: '', key: '' });
  const submit = useSubmitOrder();

  const send = async (estimate: Pick<SellEstimate, 'netAmount'>) => {
    if (!file || submit.isPending) return;
    const proof = await shrinkImage(file);
    const order = {
      cryptoId: quote.cryptoId,
      cryptoName: quote.cryptoName,
      cryptoSymbol: quote.cryptoSymbol,
      amount: quote.amount,
      valueUsd: estimate.netAmount,
      currency: quote.currency,
      paymentDetails: paymentDetailsOf(draft.account),
      quoteId: quote.quoteId,
      transactionHash: draft.transactionHash.trim() || null,
      savePayoutAccount: draft.account.save,
    };
    const of = JSON.stringify([order, proof.name, proof.size, file.lastModified]);
    if (attempt.current.of !== of) attempt.current = { of, key: crypto.randomUUID() };
    abort.current = new AbortController();
    setProgress(0);
    submit.mutate(
      { order, proof, idempotencyKey: attempt.current.key, signal: abort.current.signal, onProgress: setProgress },
      { onSuccess: onDone, onSettled: () => setProgress(undefined) },
    );
  };

  const changed = hasCode(submit.error, 'quote_changed') ? estimateOf(submit.error.data['quote']) : undefined;
  const wasCancelled = submit.error instanceof DOMException && submit.error.name === 'AbortError';
  return {
    file,
    setFile: (next: File | undefined) => {
      submit.reset();
      setFile(next);
    },
    progress,
    isPending: submit.isPending,
    /** Forgets the last refusal; file and words stay. */
    reset: submit.reset,
    error: changed || wasCancelled ? null : submit.error,
    /** Today's figures, where the hold has run out. */
    changed,
    send: (estimate: Pick<SellEstimate, 'netAmount'>) => void send(estimate),
    cancel: () => abort.current?.abort(),
  };
}

/** The chosen file, kept through a closed dialog or tab. */
function useDraftFile(userId: string): [File | undefined, (file: File | undefined) => void] {
  const [file, setFile] = useState<File>();
  useEffect(() => {
    let here = true;
    void readDraftFile(draftKey(userId)).then((stored) => here && stored && setFile((chosen) => chosen ?? stored));
    return () => {
      here = false;
    };
  }, [userId]);
  const storeFile = (next: File | undefined) => {
    setFile(next);
    void writeDraftFile(draftKey(userId), next);
  };
  return [file, storeFile];
}

function estimateOf(value: unknown): SellEstimate | undefined {
  const isQuote = typeof value === 'object' && value !== null && 'netAmount' in value && 'currency' in value;
  return isQuote ? (value as SellEstimate) : undefined;
}

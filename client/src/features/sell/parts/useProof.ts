import { useEffect, useRef, useState } from 'react';
import { hasCode } from '#client/lib/call.ts';
import { readDraftFile, writeDraftFile } from '#client/lib/drafts.ts';
import { shrinkImage } from '#client/lib/files.ts';
import { useSubmitSale, type HeldQuote, type Order, type SellFigures } from '../sell.api.ts';
import { draftKey, paymentDetailsOf, type SaleDraft } from './sale-draft.ts';

/** The proof of a sale: kept in this browser, sent with progress, cancelled, tried again, never sent twice. */
export function useProof(quote: HeldQuote, draft: SaleDraft, userId: string, onDone: (order: Order) => void) {
  const [file, setFile] = useKeptFile(userId);
  const [progress, setProgress] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  // One key for one set of bytes and terms: a retry repeats it, a changed attempt gets its own.
  const attempt = useRef({ of: '', key: '' });
  const submit = useSubmitSale();

  const send = async (figures: Pick<SellFigures, 'netAmount'>) => {
    if (!file || submit.isPending) return;
    const proof = await shrinkImage(file);
    const order = {
      cryptoId: quote.cryptoId,
      cryptoName: quote.cryptoName,
      cryptoSymbol: quote.cryptoSymbol,
      amount: quote.amount,
      valueUsd: figures.netAmount,
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

  const changed = hasCode(submit.error, 'quote_changed') ? figuresIn(submit.error.data['quote']) : undefined;
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
    send: (figures: Pick<SellFigures, 'netAmount'>) => void send(figures),
    cancel: () => abort.current?.abort(),
  };
}

/** The chosen file, kept through a closed dialog or tab. */
function useKeptFile(userId: string): [File | undefined, (file: File | undefined) => void] {
  const [file, setFile] = useState<File>();
  useEffect(() => {
    let here = true;
    void readDraftFile(draftKey(userId)).then((kept) => here && kept && setFile((chosen) => chosen ?? kept));
    return () => {
      here = false;
    };
  }, [userId]);
  const keep = (next: File | undefined) => {
    setFile(next);
    void writeDraftFile(draftKey(userId), next);
  };
  return [file, keep];
}

function figuresIn(value: unknown): SellFigures | undefined {
  const isQuote = typeof value === 'object' && value !== null && 'netAmount' in value && 'currency' in value;
  return isQuote ? (value as SellFigures) : undefined;
}

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { hasCode } from '#client/lib/api/call.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { readDraftFile, writeDraftFile } from '#client/lib/storage/drafts.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { useSubmitOrder, type Order, type SellEstimate, type SellQuote } from '../sell.queries.ts';
import { draftKey, paymentDetailsOf, type SellDraft } from './sell.draft.ts';

/** The proof of a sale: stored in this browser, sent with progress, cancelled, tried again, never sent twice. */
export function useProof(quote: SellQuote, draft: SellDraft, userId: string, onDone: (order: Order) => void) {
  const [file, setFile] = useDraftFile(userId);
  const { t } = useTranslation('sell');
  const navigate = useNavigate();
  const release = useLeaveGuard(Boolean(file));
  const submit = useSubmitOrder(() => {
    toast({ title: t('proof.error'), text: t('proof.signedOut'), tone: 'problem', stays: true });
    release();
    void navigate('/login?next=%2Fsell');
  });

  const send = (estimate: Pick<SellEstimate, 'netAmount'>) => {
    if (!file) return;
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
    submit.send({ order, file }, (made) => {
      release();
      onDone(made);
    });
  };

  const changed = hasCode(submit.error, 'quote_changed') ? estimateOf(submit.error.data['quote']) : undefined;
  return {
    file,
    setFile: (next: File | undefined) => {
      submit.reset();
      setFile(next);
    },
    progress: submit.progress,
    isPending: submit.isPending,
    /** Clears the last refusal; file and fields stay. */
    reset: submit.reset,
    error: changed ? null : submit.error,
    /** Today's estimate, where the quote has expired. */
    changed,
    send,
    cancel: submit.cancel,
  };
}

/** The chosen file, stored through a closed dialog or tab. */
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

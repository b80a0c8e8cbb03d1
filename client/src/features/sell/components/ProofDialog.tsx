import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { KycRequired } from '#client/features/kyc/components/KycRequired.tsx';
import { StillWorking } from '#client/features/orders/components/StillWorking.tsx';
import { hasCode, isUnexplained } from '#client/lib/api/call.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { readDraftFile, writeDraftFile } from '#client/lib/storage/drafts.ts';
import { Problem, useProblemText } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { requiredFile } from '#client/ui/form/contract-schemas.ts';
import { FileDrop } from '#client/ui/form/FileDrop.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useDraftForm } from '#client/ui/form/useDraftForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import { CancelSale } from '../own/CancelSale.tsx';
import { ChangedRate, type ChangedRateChoice } from '../own/ChangedRate.tsx';
import { useSubmitOrder, type Order, type SellEstimate, type SellQuote } from '../sell.queries.ts';
import { clearSellDraft, draftKey, paymentDetailsOf, type SellDraft } from './sell.draft.ts';

interface ProofDialogProps {
  quote: SellQuote;
  draft: SellDraft;
  userId: string;
  update: (change: Partial<SellDraft>) => void;
  onClose: () => void;
}

/** The chosen proof, and the hash of the transfer, which may be left empty. */
function proofForm(cryptoId: string, missingText: string, invalidHash: string) {
  const isHash = (input: string) => input.trim() === '' || normalizeTxHash(cryptoId, input) !== undefined;
  return z.object({
    file: requiredFile(missingText),
    transactionHash: z.string().refine(isHash, invalidHash),
  });
}

function useProofForm({ cryptoId, cryptoSymbol: symbol }: SellQuote, file: File | undefined, transactionHash: string) {
  const { t } = useTranslation('sell');
  const schema = useMemo(
    () => proofForm(cryptoId, t('proof.missing'), t('proof.hashInvalid', { symbol })),
    [cryptoId, symbol, t],
  );
  return useDraftForm(schema, { file, transactionHash });
}

/** The photo of the transfer, which turns the quote into an order. */
export function ProofDialog({ quote, draft, userId, update, onClose }: ProofDialogProps) {
  const { t } = useTranslation(['sell', 'settlements', 'orders.line']);
  const navigate = useNavigate();
  const proof = useProof(quote, draft, userId, (order) => {
    void clearSellDraft(userId);
    void navigate(`/transactions?tx=${order.id}&new`, { replace: true });
  });
  const amount = formatCrypto(quote.amount, quote.cryptoSymbol);

  const [choice, setChoice] = useState<ChangedRateChoice>('accept');
  const [isAsking, setAsking] = useState(false);
  const isCanceling = proof.changed !== undefined && choice === 'cancel';
  const formId = useId();
  const form = useProofForm(quote, proof.file, draft.transactionHash);

  return (
    <Dialog
      open
      onClose={onClose}
      locked={proof.isPending}
      title={t(proof.changed ? 'orders.line:sentence.expired' : 'proof.title')}
      subtitle={<span className="font-mono text-sm text-muted">{quote.reference}</span>}
      footer={
        isCanceling ? (
          <Button text={t('changed.cancelRow')} variant="danger" wide onClick={() => setAsking(true)} />
        ) : (
          <SendButton type="submit" form={formId} variant="filled" wide busy={proof.isPending}>
            {proof.changed
              ? t('settlements:accept_rate', {
                  amount: formatMoneyText(proof.changed.netAmount, proof.changed.currency),
                })
              : t('proof.submit', { amount })}
          </SendButton>
        )
      }
    >
      <ShortForm
        id={formId}
        form={form}
        className="flex flex-col gap-5"
        onSubmit={() => proof.send(proof.changed ?? quote)}
      >
        {proof.changed && <ChangedRate quoted={quote} today={proof.changed} choice={choice} onChoose={setChoice} />}
        <div data-first-focus className="contents">
          <FileDrop
            label={t('proof.label')}
            hint={t('proof.hint')}
            kind="image"
            file={proof.file}
            onChange={proof.setFile}
            error={form.formState.isSubmitted ? form.problemAt('file') : undefined}
            progress={proof.progress}
            onCancel={proof.cancel}
          />
        </div>
        <HashField
          value={draft.transactionHash}
          onValue={(text) => update({ transactionHash: text })}
          error={form.problemAt('transactionHash')}
        />
        <Refusal error={proof.error} onDecided={proof.reset} />
        <StillWorking working={proof.isPending} />
      </ShortForm>
      {isAsking && (
        <CancelSale quote={quote} userId={userId} onClose={() => setAsking(false)} onCanceled={proof.release} />
      )}
    </Dialog>
  );
}

/** The hash of the transfer, which may be left empty. */
function HashField(field: { value: string; onValue: (typed: string) => void; error: string | undefined }) {
  const { t } = useTranslation('sell');
  return (
    <TextInput
      {...field}
      label={t('proof.hash')}
      optional
      hint={t('proof.hashHint')}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}

function Refusal({ error, onDecided }: { error: Error | null; onDecided: () => void }) {
  const { t } = useTranslation('sell');
  const textOf = useProblemText();
  if (hasCode(error, 'kyc_required')) {
    return <KycRequired error={error} title={t('allowance.overTitle')} onDecided={onDecided} />;
  }
  const text = (failure: Error) =>
    isUnexplained(failure)
      ? t('proof.http', { status: failure.status, statusText: String(failure.data['statusText']) })
      : textOf(failure) || t('proof.failed');
  return <Problem error={error && text(error)} title={error ? t('proof.error') : undefined} />;
}

/** The proof of a sale: stored in this browser, sent with progress, cancelled, tried again, never sent twice. */
function useProof(quote: SellQuote, draft: SellDraft, userId: string, onDone: (order: Order) => void) {
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
      // A sale at its own address pays the payee of its quote.
      paymentDetails: (quote.isOwn && quote.paymentDetails) || paymentDetailsOf(draft.account, quote.currency),
      quoteId: quote.quoteId,
      transactionHash: draft.transactionHash.trim() || null,
      savePayoutAccount: draft.account.save,
    };
    submit.send({ order, file }, (madeOrder) => {
      release();
      onDone(madeOrder);
    });
  };

  const changedEstimate = hasCode(submit.error, 'quote_changed') ? estimateOf(submit.error.data['quote']) : undefined;
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
    error: changedEstimate ? null : submit.error,
    /** Today's estimate, if the quote has expired. */
    changed: changedEstimate,
    send,
    cancel: submit.cancel,
    /** True if the page may be left without the file. */
    release,
  };
}

/** The chosen file, which survives a closed dialog or tab. */
function useDraftFile(userId: string): [File | undefined, (file: File | undefined) => void] {
  const [file, setFile] = useState<File>();
  useEffect(() => {
    let isMounted = true;
    void readDraftFile(draftKey(userId)).then(
      (storedFile) => isMounted && storedFile && setFile((chosenFile) => chosenFile ?? storedFile),
    );
    return () => {
      isMounted = false;
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
  // The refusal has the estimate of its contract.
  return isQuote ? (value as SellEstimate) : undefined;
}

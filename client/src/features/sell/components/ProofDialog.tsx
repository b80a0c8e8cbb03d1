import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { KycRequired } from '#client/features/kyc/components/KycRequired.tsx';
import { StillWorking } from '#client/features/orders/components/StillWorking.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem, useProblemText } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { FileDrop } from '#client/ui/form/FileDrop.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { coins } from '#shared/reference/coins.ts';
import type { SellEstimate, SellQuote } from '../sell.queries.ts';
import { clearSellDraft, type SellDraft } from './sell.draft.ts';
import { useProof } from './useProof.ts';

interface ProofDialogProps {
  quote: SellQuote;
  draft: SellDraft;
  userId: string;
  update: (change: Partial<SellDraft>) => void;
  onClose: () => void;
}

/** The photo of the transfer, which turns the hold into an order. */
export function ProofDialog({ quote, draft, userId, update, onClose }: ProofDialogProps) {
  const { t } = useTranslation('sell');
  const navigate = useNavigate();
  const textOf = useProblemText();
  const [missing, setMissing] = useState(false);
  const proof = useProof(quote, draft, userId, (order) => {
    void clearSellDraft(userId);
    toast({ title: t('done.title'), text: t('done.text'), tone: 'done' });
    void navigate(`/transactions?submitted=${order.id}`, { replace: true });
  });
  useLeaveGuard(Boolean(proof.file));
  const amount = formatCrypto(quote.amount, quote.cryptoSymbol);

  const send = () => {
    setMissing(!proof.file);
    if (!proof.file) return toast({ title: t('proof.missing'), text: t('proof.missingText'), tone: 'problem' });
    proof.send(proof.changed ?? quote);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      locked={proof.isPending}
      title={t('proof.title')}
      subtitle={<span className="font-mono text-sm text-muted">{quote.reference}</span>}
      footer={
        <SendButton variant="filled" wide busy={proof.isPending} onClick={send}>
          {proof.changed
            ? t('proof.accept', { amount: formatMoneyText(proof.changed.netAmount, proof.changed.currency) })
            : t('proof.submit', { amount })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-5">
        <FileDrop
          label={t('proof.label')}
          hint={t('proof.hint')}
          kind="image"
          file={proof.file}
          onChange={(file) => {
            setMissing(false);
            proof.setFile(file);
          }}
          error={missing ? t('proof.missing') : undefined}
          progress={proof.progress}
          onCancel={proof.cancel}
        />
        <HashField
          quote={quote}
          value={draft.transactionHash}
          onChange={(transactionHash) => update({ transactionHash })}
        />
        {proof.changed && <NewEstimate quoted={quote} today={proof.changed} />}
        {hasCode(proof.error, 'kyc_required') ? (
          <KycRequired error={proof.error} title={t('allowance.overTitle')} onDecided={proof.reset} />
        ) : (
          <Problem
            error={proof.error && (textOf(proof.error) || t('proof.failed'))}
            title={proof.error ? t('proof.error') : undefined}
          />
        )}
        <StillWorking working={proof.isPending} />
      </div>
    </Dialog>
  );
}

function HashField({ quote, value, onChange }: { quote: SellQuote; value: string; onChange: (hash: string) => void }) {
  const { t } = useTranslation('sell');
  const rule = coins.find(({ id }) => id === quote.cryptoId)?.txHash;
  const isInvalid = rule && value.trim() && !rule.pattern.test(value.trim());
  return (
    <TextInput
      label={t('proof.hash')}
      optional
      hint={t('proof.hashHint')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={isInvalid ? t('proof.hashOdd', { symbol: quote.cryptoSymbol }) : undefined}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}

/** The hold has run out: old and new side by side, one tap accepts. Nothing typed or chosen is lost. */
function NewEstimate({ quoted, today }: { quoted: SellQuote; today: SellEstimate }) {
  const { t } = useTranslation('sell');
  return (
    <Note tone="warning" announce>
      <strong className="block font-semibold">{t('changed.title')}</strong>
      {t('changed.text')}
      <DottedRows className="mt-2">
        <DottedRow label={t('changed.held')}>{formatMoneyText(quoted.netAmount, quoted.currency)}</DottedRow>
        <DottedRow label={t('changed.today')} strong>
          {formatMoneyText(today.netAmount, today.currency)}
        </DottedRow>
      </DottedRows>
    </Note>
  );
}

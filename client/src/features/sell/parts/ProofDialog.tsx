import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { coins } from '#shared/reference/coins.ts';
import { KycRequired } from '#client/features/kyc/parts/KycRequired.tsx';
import { StillWorking } from '#client/features/transactions/parts/StillWorking.tsx';
import { hasCode } from '#client/lib/call.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format.ts';
import { useLeaveGuard } from '#client/lib/leave-guard.ts';
import { Note } from '#client/ui/Banner.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { FileDrop } from '#client/ui/FileDrop.tsx';
import { Problem, useProblemText } from '#client/ui/Problem.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { Leader, Leaders } from '#client/ui/Slip.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { toast } from '#client/ui/toast.ts';
import type { HeldQuote, SellFigures } from '../sell.api.ts';
import { endSale, type SaleDraft } from './sale-draft.ts';
import { useProof } from './useProof.ts';

interface ProofDialogProps {
  quote: HeldQuote;
  draft: SaleDraft;
  userId: string;
  update: (change: Partial<SaleDraft>) => void;
  onClose: () => void;
}

/** The photo of the transfer, which turns the hold into an order. */
export function ProofDialog({ quote, draft, userId, update, onClose }: ProofDialogProps) {
  const { t } = useTranslation('sell');
  const navigate = useNavigate();
  const textOf = useProblemText();
  const [missing, setMissing] = useState(false);
  const proof = useProof(quote, draft, userId, (order) => {
    void endSale(userId);
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
        <SendButton look="filled" wide busy={proof.isPending} onClick={send}>
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
        {proof.changed && <NewFigure held={quote} today={proof.changed} />}
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

function HashField({ quote, value, onChange }: { quote: HeldQuote; value: string; onChange: (hash: string) => void }) {
  const { t } = useTranslation('sell');
  const rule = coins.find(({ id }) => id === quote.cryptoId)?.txHash;
  const odd = rule && value.trim() && !rule.pattern.test(value.trim());
  return (
    <TextInput
      label={t('proof.hash')}
      optional
      hint={t('proof.hashHint')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={odd ? t('proof.hashOdd', { symbol: quote.cryptoSymbol }) : undefined}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}

/** The hold has run out: old and new side by side, one tap accepts. Nothing typed or chosen is lost. */
function NewFigure({ held, today }: { held: HeldQuote; today: SellFigures }) {
  const { t } = useTranslation('sell');
  return (
    <Note tone="warning" announce>
      <strong className="block font-semibold">{t('changed.title')}</strong>
      {t('changed.text')}
      <Leaders className="mt-2">
        <Leader label={t('changed.held')}>{formatMoneyText(held.netAmount, held.currency)}</Leader>
        <Leader label={t('changed.today')} strong>
          {formatMoneyText(today.netAmount, today.currency)}
        </Leader>
      </Leaders>
    </Note>
  );
}

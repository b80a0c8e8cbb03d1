import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { CallError } from '#client/lib/api/call.ts';
import { Crypto } from '#client/ui/data/Money.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { useWalletAction, type AdminWallet } from './wallets.admin.queries.ts';

/** Changes the smallest deposit of a coin; quoted to customers at once. */
export function MinimumDialog({ wallet, onClose }: { wallet: AdminWallet; onClose: () => void }) {
  const { t, i18n } = useTranslation('wallets.admin');
  const { cryptoId, cryptoName: coin, cryptoSymbol: symbol, minimumDeposit } = wallet;
  const [typed, setTyped] = useState(String(minimumDeposit));
  const [problem, setProblem] = useState<string>();
  const textOf = useErrorText();
  const action = useWalletAction(cryptoId);
  const save = async (stepUp: string) => {
    const amount = normaliseAmount(typed, i18n.language);
    if (amount === undefined || !/[1-9]/.test(amount)) {
      setProblem(t('ask.minimum.invalid'));
      throw new CallError(400, 'invalid_input', t('ask.minimum.invalid'));
    }
    const change = { minimumDeposit: amount };
    await action.mutateAsync({ action: { kind: 'change', body: change }, stepUp }).catch((error: unknown) => {
      if (error instanceof CallError && error.fields.minimumDeposit) setProblem(textOf(error.fields.minimumDeposit));
      throw error;
    });
    toast({ title: t('done.minimum', { coin }), tone: 'done' });
  };
  return (
    <StepUpDialog
      title={t('ask.minimum.title', { coin })}
      confirm={t('ask.minimum.yes')}
      failed={t('failed.update')}
      onProven={save}
      onClose={onClose}
    >
      <p>
        {t('ask.minimum.text')} <Crypto amount={minimumDeposit} symbol={symbol} />
      </p>
      <TextInput
        label={t('ask.minimum.field')}
        inputMode="decimal"
        autoComplete="off"
        suffix={symbol}
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setProblem(undefined);
          setTyped(target.value);
        }}
      />
    </StepUpDialog>
  );
}

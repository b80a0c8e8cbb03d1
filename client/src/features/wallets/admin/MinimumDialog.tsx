import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/parts/StepUpDialog.tsx';
import { normaliseAmount } from '#client/lib/amount-input.ts';
import { CallError } from '#client/lib/call.ts';
import { Crypto } from '#client/ui/Money.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { toast } from '#client/ui/toast.ts';
import { useWalletDeed, type DeskWallet } from './wallet-desk.api.ts';

/** Changes the smallest deposit of a coin; quoted to customers at once. */
export function MinimumDialog({ wallet, onClose }: { wallet: DeskWallet; onClose: () => void }) {
  const { t, i18n } = useTranslation('walletDesk');
  const { cryptoId, cryptoName: coin, cryptoSymbol: symbol, minimumDeposit } = wallet;
  const [typed, setTyped] = useState(String(minimumDeposit));
  const [problem, setProblem] = useState<string>();
  const deed = useWalletDeed(cryptoId);
  const save = async (stepUp: string) => {
    const amount = normaliseAmount(typed, i18n.language);
    if (amount === undefined || !/[1-9]/.test(amount)) {
      setProblem(t('ask.minimum.invalid'));
      throw new CallError(400, 'invalid_input', t('ask.minimum.invalid'));
    }
    const change = { minimumDeposit: amount };
    await deed.mutateAsync({ deed: { kind: 'change', body: change }, stepUp }).catch((error: unknown) => {
      if (error instanceof CallError) setProblem(error.fields.minimumDeposit);
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

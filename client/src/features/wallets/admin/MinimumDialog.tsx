import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { StepUpFormDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { Crypto } from '#client/ui/data/Money.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { typedAmount } from '#client/ui/form/contract-schemas.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { updateWallet } from '#shared/wallets/wallets.contract.ts';
import { useWalletAction, type AdminWallet } from './wallets.admin.queries.ts';

const { minimumDeposit: plainMinimum } = updateWallet.body.shape;

function minimumForm(language: string) {
  return z.object({ ...credentials, minimumDeposit: typedAmount(plainMinimum.unwrap(), language) });
}

/** Changes the smallest deposit of a coin; quoted to customers at once. */
export function MinimumDialog({ wallet, onClose }: { wallet: AdminWallet; onClose: () => void }) {
  const { t, i18n } = useTranslation('wallets.admin');
  const { cryptoId, cryptoName: coin, cryptoSymbol: symbol, minimumDeposit } = wallet;
  const form = useContractForm(minimumForm(i18n.language), {
    defaultValues: { ...emptyCredentials, minimumDeposit: String(minimumDeposit) },
  });
  useLeaveGuard(form.formState.isDirty);
  const field = useFields(form);
  const action = useWalletAction(cryptoId);
  const save = async (stepUp: string, { minimumDeposit: changed }: { minimumDeposit: string }) => {
    await action.mutateAsync({ action: { kind: 'change', body: { minimumDeposit: changed } }, stepUp });
    toast({ title: t('done.minimum', { coin }), tone: 'done' });
  };
  return (
    <StepUpFormDialog
      form={form}
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
        {...field('minimumDeposit')}
      />
    </StepUpFormDialog>
  );
}

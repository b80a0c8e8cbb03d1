import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { StepUpFormDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { addressStop } from '#shared/wallets/wallets.contract.ts';
import { useWalletAction, type AdminWallet } from './wallets.admin.queries.ts';

const schema = z.object({ ...credentials, reason: addressStop.shape.reason });

interface StopDialogProps {
  wallet: AdminWallet;
  /** An address that the coin has or had. */
  address: string;
  memo: string | null;
  onClose: () => void;
}

/** Stops an address: no screen shows it any more. For good, or until a second member confirms or lifts the stop. */
export function StopDialog({ wallet, address, memo, onClose }: StopDialogProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoId, cryptoName: coin } = wallet;
  const form = useContractForm(schema, { defaultValues: { ...emptyCredentials, reason: '' } });
  const field = useFields(form);
  const { mutateAsync } = useWalletAction(cryptoId);
  const outcome = wallet.stopsAreConfirmed ? 'confirmed' : 'final';
  const isCurrent = wallet.address === address && wallet.memo === memo;
  return (
    <StepUpFormDialog
      danger
      form={form}
      title={t(`stop.${outcome}.title`, { coin })}
      confirm={t(`stop.${outcome}.yes`)}
      failed={t('failed.update')}
      onProven={async (stepUp, { reason }) => {
        await mutateAsync({ action: { kind: 'stop', body: { address, memo, reason } }, stepUp });
        toast({ title: t('stop.done'), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p>
        <bdi dir="ltr" className="font-mono wrap-anywhere">
          <GroupedAddress address={address} />
          {memo !== null && <> · {memo}</>}
        </bdi>
      </p>
      <p>{t('stop.text')}</p>
      <p>{t(`stop.${outcome}.text`)}</p>
      {isCurrent && <p className="text-sm text-pending">{t('stop.now', { coin })}</p>}
      <TextInput
        label={t('stop.reason')}
        hint={t('stop.reasonHint')}
        maxLength={500}
        autoComplete="off"
        {...field('reason')}
      />
    </StepUpFormDialog>
  );
}

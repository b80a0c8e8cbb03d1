import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useWalletAction, type AdminWallet } from './wallets.admin.queries.ts';

/** Takes a coin off sale, or puts it back, at once. */
export function SwitchDialog({ wallet, onClose }: { wallet: AdminWallet; onClose: () => void }) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoId, cryptoName: coin, isActive, isSample } = wallet;
  const { mutateAsync } = useWalletAction(cryptoId);
  const textKey = isActive ? 'off' : 'on';
  return (
    <StepUpDialog
      danger={isActive}
      title={t(`ask.${textKey}.title`, { coin })}
      confirm={t(`ask.${textKey}.yes`, { coin })}
      failed={t('failed.update')}
      onProven={async (stepUp) => {
        await mutateAsync({ action: { kind: 'change', body: { isActive: !isActive } }, stepUp });
        toast({ title: t(`done.${textKey}`, { coin }), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p>{t(`ask.${textKey}.text`, { coin })}</p>
      {isSample && !isActive && <p className="text-sm text-pending">{t('ask.on.sample')}</p>}
    </StepUpDialog>
  );
}

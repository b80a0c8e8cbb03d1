import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/parts/StepUpDialog.tsx';
import { toast } from '#client/ui/toast.ts';
import { useWalletDeed, type DeskWallet } from './wallet-desk.api.ts';

/** Takes a coin off sale, or puts it back, at once. */
export function SwitchDialog({ wallet, onClose }: { wallet: DeskWallet; onClose: () => void }) {
  const { t } = useTranslation('walletDesk');
  const { cryptoId, cryptoName: coin, isActive, isSample } = wallet;
  const { mutateAsync } = useWalletDeed(cryptoId);
  const word = isActive ? 'off' : 'on';
  return (
    <StepUpDialog
      danger={isActive}
      title={t(`ask.${word}.title`, { coin })}
      confirm={t(`ask.${word}.yes`, { coin })}
      failed={t('failed.update')}
      onProven={async (stepUp) => {
        await mutateAsync({ deed: { kind: 'change', body: { isActive: !isActive } }, stepUp });
        toast({ title: t(`done.${word}`, { coin }), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p>{t(`ask.${word}.text`, { coin })}</p>
      {isSample && !isActive && <p className="text-sm text-pending">{t('ask.on.sample')}</p>}
    </StepUpDialog>
  );
}

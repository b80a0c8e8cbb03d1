import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { useWalletAction, type AdminWallet, type WalletChange } from './wallets.admin.queries.ts';

/** The change that waits to go live, and the button to cancel it. */
export function WaitingChange({ wallet, waiting }: { wallet: AdminWallet; waiting: WalletChange }) {
  const { t } = useTranslation('wallets.admin');
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync } = useWalletAction(wallet.cryptoId);
  const { cryptoName: coin } = wallet;
  return (
    <Note
      tone={waiting.tampered ? 'danger' : 'warning'}
      action={
        <Button size="small" onClick={() => setIsConfirming(true)}>
          {t('cancel.open')}
        </Button>
      }
    >
      <p className="font-medium">{t(waiting.tampered ? 'cancel.forged' : 'cancel.title', { coin })}</p>
      <p>
        <bdi dir="ltr" className="font-mono wrap-anywhere">
          <GroupedAddress address={waiting.toAddress} />
        </bdi>
      </p>
      <p className="text-muted">
        {t('liveFrom')} <Time at={waiting.liveAt} />
        {waiting.changedBy !== null && <> · {t('history.by', { who: waiting.changedBy })}</>}
      </p>
      {isConfirming && (
        <StepUpDialog
          title={t('cancel.ask', { coin })}
          confirm={t('cancel.yes')}
          failed={t('failed.update')}
          onProven={async (stepUp) => {
            await mutateAsync({ action: { kind: 'cancel' }, stepUp });
            toast({ title: t('cancel.done'), tone: 'done' });
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p>{t('cancel.text')}</p>
        </StepUpDialog>
      )}
    </Note>
  );
}

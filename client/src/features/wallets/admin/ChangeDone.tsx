import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import type { AdminWallet } from './wallets.admin.queries.ts';

/** The outcome of the change: live, or waiting until it may go live. */
export function ChangeDone({ wallet, onAgain }: { wallet: AdminWallet; onAgain: () => void }) {
  const { t } = useTranslation('wallets.admin');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { waiting, cryptoName: coin } = wallet;
  const address = waiting?.toAddress ?? wallet.address ?? '';
  return (
    <section className="flex flex-col gap-4 card p-5">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-base">
        <CircleCheck aria-hidden="true" className="size-5 text-completed" strokeWidth={1.75} />
        {t(waiting ? 'doneStep.waits' : 'doneStep.live', { coin })}
      </h2>
      <bdi dir="ltr" className="font-mono text-base/7 wrap-anywhere text-muted">
        <GroupedAddress address={address} />
      </bdi>
      <p className="text-sm text-muted">
        {waiting ? (
          <>
            {t('doneStep.waitsText')} <Time at={waiting.liveAt} className="text-ink" />. {t('doneStep.cancel')}
          </>
        ) : (
          t('doneStep.liveText')
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="filled" to="/admin/wallets">
          {t('doneStep.back')}
        </ButtonLink>
        <Button onClick={onAgain}>{t('doneStep.again')}</Button>
      </div>
    </section>
  );
}

import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import type { AdminWallet } from './wallets.admin.queries.ts';

/** Step two: old and new address in groups of four, and the new one to scan with the operator's wallet. */
export function Compare({ wallet, target }: { wallet: AdminWallet; target: { address: string; memo: string | null } }) {
  const { t } = useTranslation('wallets.admin');
  const { address, memo, tampered, cryptoSymbol: symbol } = wallet;
  const before = tampered ? null : address;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Side title={t('compare.now')} address={before} memo={before === null ? null : memo} />
      <Side title={t('compare.new')} address={target.address} memo={target.memo} isNew />
      <figure className="flex w-36 flex-col items-center gap-2">
        <Qr text={target.address} label={t('compare.qr', { symbol })} sizePx={136} />
        <figcaption className="text-center text-xs text-muted">{t('compare.scan')}</figcaption>
      </figure>
    </div>
  );
}

interface SideProps {
  title: string;
  address: string | null;
  memo: string | null;
  isNew?: boolean;
}

function Side({ title, address, memo, isNew = false }: SideProps) {
  const { t } = useTranslation('wallets.admin');
  return (
    <div
      className={clsx(
        'min-w-0 flex-1 basis-48 rounded-card border bg-surface p-4',
        isNew ? 'border-2 border-tide' : 'border-line',
      )}
    >
      <h3 className="pb-2 text-xs font-normal text-muted">{title}</h3>
      {address === null ? (
        <p className="text-sm text-muted">{t('noAddress')}</p>
      ) : (
        <bdi dir="ltr" className="block font-mono text-base/7 wrap-anywhere text-muted">
          <GroupedAddress address={address} />
        </bdi>
      )}
      {memo !== null && (
        <p className="pt-2 text-sm text-muted">
          {t('tag')}{' '}
          <bdi dir="ltr" className="font-mono text-ink">
            {memo}
          </bdi>
        </p>
      )}
    </div>
  );
}

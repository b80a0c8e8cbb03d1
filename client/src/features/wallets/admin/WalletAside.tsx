import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Crypto, Time } from '#client/ui/data/Money.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import {
  useOfAddressQuery,
  type AdminWallet,
  type AdminWalletWithHistory,
  type WalletChange,
} from './wallets.admin.queries.ts';

interface WalletAsideProps {
  wallet: AdminWalletWithHistory;
  /** Begins a new change with an earlier address. */
  onTakeUp: (address: string, memo: string) => void;
}

/** Beside the beats: what the coin is, and every change of its address with who and when. */
export function WalletAside({ wallet, onTakeUp }: WalletAsideProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoName, cryptoSymbol, color, networkHint, minimumDeposit, requiresMemo, memo, lastUpdated } = wallet;
  return (
    <aside className="flex min-w-0 flex-col gap-4" aria-label={cryptoName}>
      <section className="card p-4">
        <div className="flex items-center gap-3 border-b border-line pb-3">
          <CoinIcon symbol={cryptoSymbol} color={color} />
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">{cryptoName}</span>
            <span className="text-xs text-muted">{networkHint}</span>
          </span>
        </div>
        <dl className="flex flex-col gap-2 pt-3 text-sm">
          <DetailRow term={t('minimum')}>
            <Crypto amount={minimumDeposit} symbol={cryptoSymbol} />
          </DetailRow>
          <DetailRow term={t('tag')}>{requiresMemo ? (memo ?? t('noTag')) : t('noTag')}</DetailRow>
          <AddressUsage wallet={wallet} />
          <DetailRow term={t('changed')}>{lastUpdated ? <Time at={lastUpdated} /> : t('never')}</DetailRow>
        </dl>
      </section>
      <section className="card p-4">
        <h2 className="text-base">{t('history.title')}</h2>
        {wallet.history.length === 0 ? (
          <p className="pt-2 text-sm text-muted">{t('history.none')}</p>
        ) : (
          <ol className="flex flex-col divide-y divide-line">
            {wallet.history.map((change) => (
              <Entry key={change.id} change={change} wallet={wallet} onTakeUp={onTakeUp} />
            ))}
          </ol>
        )}
      </section>
    </aside>
  );
}

/** What came in at the address of now, and which holds still show it. */
function AddressUsage({ wallet: { cryptoId, cryptoSymbol, address, tampered } }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  const { data: use } = useQuery(useOfAddressQuery(cryptoId, tampered ? '' : (address ?? '')));
  if (!use) return null;
  return (
    <>
      <DetailRow term={t('received')}>
        <Crypto amount={use.received} symbol={cryptoSymbol} />
      </DetailRow>
      <DetailRow term={t('openHolds')}>{use.openQuotes}</DetailRow>
    </>
  );
}

function DetailRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{term}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

function Entry({ change, wallet, onTakeUp }: WalletAsideProps & { change: WalletChange }) {
  const { t } = useTranslation('wallets.admin');
  const { toAddress, toMemo, changedAt, changedBy, tampered } = change;
  const isNow = !wallet.tampered && wallet.address === toAddress && wallet.memo === toMemo;
  const canTakeUp = !isNow && !tampered && stateOf(change) === 'live';
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi dir="ltr" className="font-mono" title={toAddress}>
          {shortAddress(toAddress)}
        </bdi>
        <span className={tampered ? 'text-rejected' : 'text-muted'}>
          {tampered ? t('history.forged') : isNow ? t('history.now') : t(`history.${stateOf(change)}`)}
        </span>
      </span>
      <span className="text-xs wrap-anywhere text-muted">
        <Time at={changedAt} /> · {t('history.by', { who: changedBy ?? t('history.nobody') })}
      </span>
      {canTakeUp && (
        <span>
          <Button size="small" onClick={() => onTakeUp(toAddress, toMemo ?? '')}>
            {t('history.again')}
          </Button>
        </span>
      )}
    </li>
  );
}

function stateOf({ appliedAt, cancelledAt }: WalletChange): 'live' | 'cancelled' | 'waits' {
  if (appliedAt !== null) return 'live';
  return cancelledAt === null ? 'waits' : 'cancelled';
}

import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupedAddress, shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Crypto, Time } from '#client/ui/data/Money.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { stopAddress } from '#shared/wallets/wallets.contract.ts';
import {
  useOfAddressQuery,
  walletRoutes,
  type AdminWallet,
  type AdminWalletWithHistory,
  type WalletChange,
} from './wallets.admin.queries.ts';
import { SampleMark } from './WalletTable.tsx';

interface WalletAsideProps {
  wallet: AdminWalletWithHistory;
  /** Starts a new change with an earlier address. */
  onTakeUp: (address: string, memo: string) => void;
}

/** Shown next to the steps: the coin, and every change of its address with member and time. */
export function WalletAside({ wallet, onTakeUp }: WalletAsideProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoName, cryptoSymbol, color, networkHint, minimumDeposit, requiresMemo, memo, lastUpdated } = wallet;
  const [stopping, setStopping] = useState<{ address: string; memo: string | null }>();
  const { address, stoppedAt, stopWaits, tampered, isSample } = wallet;
  return (
    <aside className="flex min-w-0 flex-col gap-4" aria-label={cryptoName}>
      <section className="card p-4">
        <div className="flex items-center gap-3 border-b border-line pb-3">
          <CoinIcon symbol={cryptoSymbol} color={color} />
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">{cryptoName}</span>
            <span className="text-xs text-muted">{networkHint}</span>
            {isSample && address !== null && !tampered && <SampleMark />}
          </span>
        </div>
        <dl className="flex flex-col gap-2 pt-3 text-sm">
          <DetailRow term={t('minimum')}>
            <Crypto amount={minimumDeposit} symbol={cryptoSymbol} />
          </DetailRow>
          <DetailRow term={t('tag')}>{requiresMemo ? (memo ?? t('noTag')) : t('noTag')}</DetailRow>
          <AddressUsage wallet={wallet} />
          <DetailRow term={t(wallet.history.length > 0 || !lastUpdated ? 'changed' : 'setUp')}>
            {lastUpdated ? <Time at={lastUpdated} /> : t('never')}
          </DetailRow>
        </dl>
        {stoppedAt && (
          <Note tone="danger" className="mt-3">
            {t(stopWaits ? 'stop.waits' : 'stop.stopped')}
          </Note>
        )}
        {address !== null && (!stoppedAt || stopWaits) && !tampered && (
          <div className="flex flex-col items-start gap-2 pt-3">
            <Button size="small" onClick={() => setStopping({ address, memo })}>
              {t(stopWaits ? 'stop.again' : 'stop.open')}
            </Button>
            {!stopWaits && <p className="text-xs text-muted">{t('stop.aside')}</p>}
          </div>
        )}
      </section>
      <section className="card p-4">
        <h2 className="text-base">{t('history.title')}</h2>
        {wallet.history.length === 0 ? (
          <p className="pt-2 text-sm text-muted">{t('history.none')}</p>
        ) : (
          <ol className="flex flex-col divide-y divide-line">
            {wallet.history.map((change) => (
              <Entry key={change.id} change={change} wallet={wallet} onTakeUp={onTakeUp} onStop={setStopping} />
            ))}
          </ol>
        )}
      </section>
      {stopping && <StopDialog wallet={wallet} {...stopping} onClose={() => setStopping(undefined)} />}
    </aside>
  );
}

/** The receipts of the current address, and the quotes that still show it. */
function AddressUsage({ wallet: { cryptoId, cryptoSymbol, address, tampered } }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  const { data: addressUse } = useQuery(useOfAddressQuery(cryptoId, tampered ? '' : (address ?? '')));
  if (!addressUse) return null;
  return (
    <>
      <DetailRow term={t('received')}>
        <Crypto amount={addressUse.received} symbol={cryptoSymbol} />
      </DetailRow>
      <DetailRow term={t('openQuotes')}>{addressUse.openQuotes}</DetailRow>
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

interface EntryProps extends WalletAsideProps {
  change: WalletChange;
  /** Asks before an earlier address is stopped: sales that began before may still show it. */
  onStop: (target: { address: string; memo: string | null }) => void;
}

function Entry({ change, wallet, onTakeUp, onStop }: EntryProps) {
  const { t } = useTranslation('wallets.admin');
  const { toAddress, toMemo, changedAt, changedBy, tampered, stoppedAt } = change;
  const isNow = !wallet.tampered && wallet.address === toAddress && wallet.memo === toMemo;
  const canTakeUp = !isNow && !tampered && stoppedAt === null && stateOf(change) === 'live';
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi dir="ltr" className="font-mono" title={toAddress}>
          {shortAddress(toAddress)}
        </bdi>
        <span className={tampered || stoppedAt ? 'text-rejected' : 'text-muted'}>
          {t(`history.${stateText({ isNow, change })}`)}
        </span>
      </span>
      <span className="text-xs wrap-anywhere text-muted">
        <Time at={changedAt} /> · {t('history.by', { who: changedBy ?? t('history.unknown') })}
      </span>
      {canTakeUp && (
        <span className="flex flex-wrap gap-2">
          <Button text={t('history.again')} size="small" onClick={() => onTakeUp(toAddress, toMemo ?? '')} />
          <Button
            text={t('stop.open')}
            size="small"
            aria-label={t('stop.of', { address: shortAddress(toAddress) })}
            onClick={() => onStop({ address: toAddress, memo: toMemo })}
          />
        </span>
      )}
    </li>
  );
}

function stateText({ isNow, change }: { isNow: boolean; change: WalletChange }) {
  if (change.tampered) return 'forged';
  if (change.stoppedAt) return 'stopped';
  return isNow ? 'now' : stateOf(change);
}

function stateOf({ appliedAt, cancelledAt }: WalletChange): 'live' | 'cancelled' | 'waits' {
  if (appliedAt !== null) return 'live';
  return cancelledAt === null ? 'waits' : 'cancelled';
}

interface StopDialogProps {
  wallet: AdminWallet;
  /** A current or former address of the coin. */
  address: string;
  memo: string | null;
  onClose: () => void;
}

/**
 * Stops an address: no screen shows it any more. The stop is final, or waits for a second member who confirms or lifts
 * it.
 */
function StopDialog({ wallet, address, memo, onClose }: StopDialogProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoId, cryptoName: coin } = wallet;
  const outcome = wallet.stopsAreConfirmed ? 'confirmed' : 'final';
  const isCurrent = wallet.address === address && wallet.memo === memo;
  const stop = shown(stopAddress, {
    label: t(`stop.${outcome}.title`, { coin }),
    confirm: t(`stop.${outcome}.yes`),
    danger: true,
    sends: { address, memo },
    fields: { reason: { label: t('stop.reason'), hint: t('stop.reasonHint') } },
    children: (
      <>
        <p>
          <bdi dir="ltr" className="font-mono wrap-anywhere">
            <GroupedAddress address={address} />
            {memo !== null && <> · {memo}</>}
          </bdi>
        </p>
        <p>{t('stop.text')}</p>
        <p>{t(`stop.${outcome}.text`)}</p>
        {isCurrent && <p className="text-sm text-pending">{t('stop.now', { coin })}</p>}
      </>
    ),
    onDone: () => toast({ title: t('stop.done') }),
  });
  const row = { params: { cryptoId } };
  return <ContractDialog action={stop} row={row} onClose={onClose} failed={t('failed.update')} reads={walletRoutes} />;
}

import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { GroupedAddress, shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { ButtonLink, IconButton } from '#client/ui/form/Button.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import type { AdminWallet } from './wallets.admin.queries.ts';

interface WalletTableProps {
  caption: string;
  wallets: readonly AdminWallet[];
  onSwitch: (wallet: AdminWallet) => void;
  onMinimum: (wallet: AdminWallet) => void;
}

/** The coins of one group with their whole addresses. */
export function WalletTable({ caption, wallets, onSwitch, onMinimum }: WalletTableProps) {
  const { t } = useTranslation('wallets.admin');
  const minimum = (wallet: AdminWallet) => <Minimum wallet={wallet} onEdit={() => onMinimum(wallet)} />;
  const state = (wallet: AdminWallet) => <WalletState wallet={wallet} onSwitch={() => onSwitch(wallet)} />;
  const columns: Column<AdminWallet>[] = [
    { id: 'coin', width: '15%', header: t('coin'), cell: (wallet) => <Coin wallet={wallet} /> },
    { id: 'address', width: '40%', header: t('address'), cell: (wallet) => <Address wallet={wallet} /> },
    { id: 'minimum', width: '14%', header: t('minimum'), end: true, cell: minimum },
    { id: 'since', width: '11%', header: t('since'), cell: (wallet) => <ChangedSince wallet={wallet} /> },
    { id: 'state', width: '11%', header: t('state'), cell: state },
    {
      id: 'actions',
      width: '9%',
      header: <span className="sr-only">{t('actions')}</span>,
      end: true,
      cell: (wallet) => <Change wallet={wallet} />,
    },
  ];
  return (
    <Table
      dense
      wide
      caption={caption}
      columns={columns}
      rows={wallets}
      rowKey={({ cryptoId }) => cryptoId}
      card={(wallet) => (
        <div className="flex flex-col gap-3">
          <span className="flex items-center justify-between gap-3">
            <Coin wallet={wallet} />
            {state(wallet)}
          </span>
          <Address wallet={wallet} />
          <span className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 text-sm">
            <span className="flex flex-col items-start">
              <span className="text-xs text-muted">{t('minimum')}</span>
              {minimum(wallet)}
            </span>
            <Change wallet={wallet} />
          </span>
        </div>
      )}
    />
  );
}

function Coin({ wallet: { cryptoName, cryptoSymbol, color, networkType } }: { wallet: AdminWallet }) {
  return (
    <span className="flex min-w-0 items-center gap-3 md:min-w-36">
      <CoinIcon symbol={cryptoSymbol} color={color} />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium wrap-anywhere">{cryptoName}</span>
        <span className="text-xs text-muted">{networkType}</span>
      </span>
    </span>
  );
}

function Address({ wallet }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  const { address, memo, isSample, tampered, stoppedAt, stopWaits, waiting, cryptoName } = wallet;
  return (
    <span className="flex min-w-0 flex-col gap-1 py-1 md:min-w-56">
      {address === null ? (
        <span className="text-muted">{t('noAddress')}</span>
      ) : (
        <span className="flex items-center gap-1 max-md:justify-between">
          <Ltr className="min-w-0 font-mono text-xs/5 wrap-anywhere text-muted">
            {tampered || stoppedAt ? <s>{address}</s> : <GroupedAddress address={address} />}
          </Ltr>
          {!tampered && !stoppedAt && (
            <CopyButton iconOnly variant="ghost" text={address} label={t('copy', { coin: cryptoName })} />
          )}
        </span>
      )}
      {memo !== null && !tampered && (
        <span className="text-xs text-muted">
          {t('tag')} <Ltr className="font-mono text-ink">{memo}</Ltr>
        </span>
      )}
      <span className="flex flex-wrap items-center gap-x-3">
        <Receiving wallet={wallet} />
        {isSample && <span className="text-xs text-muted">{t('sample')}</span>}
      </span>
      {tampered && <Note tone="danger">{t('tampered')}</Note>}
      {stoppedAt && !tampered && <Note tone="danger">{t(stopWaits ? 'stop.waits' : 'stop.stopped')}</Note>}
      {waiting && (
        <span className="text-xs text-pending">
          {t('waiting')} <Ltr className="font-mono">{shortAddress(waiting.toAddress)}</Ltr> {t('liveFrom')}{' '}
          <Time at={waiting.liveAt} />
        </span>
      )}
    </span>
  );
}

/** Says how a coin is received, unless only at this address. */
function Receiving({ wallet: { receiving } }: { wallet: AdminWallet }) {
  const { t } = useTranslation('deposit-sources.admin');
  if (receiving.kind === 'shared') return null;
  return (
    <Link to="/admin/deposit-sources" className="inline-flex min-h-6 items-center gap-1 self-start text-xs text-link">
      {t('receivedAt')}: {t(`kind.${receiving.kind}`)}
      {receiving.isLow && <span className="text-pending">{t('low')}</span>}
    </Link>
  );
}

function Minimum(props: { wallet: AdminWallet; onEdit: () => void }) {
  const {
    wallet: { minimumDeposit, cryptoSymbol, cryptoName },
    onEdit,
  } = props;
  const { t } = useTranslation('wallets.admin');
  return (
    // The amount ends below its heading.
    <span className="inline-flex items-center gap-1 md:flex-row-reverse">
      <Crypto amount={minimumDeposit} symbol={cryptoSymbol} />
      <IconButton label={t('editMinimum', { coin: cryptoName })} onClick={onEdit}>
        <Pencil className="size-4" />
      </IconButton>
    </span>
  );
}

function ChangedSince({ wallet: { lastUpdated } }: { wallet: AdminWallet }) {
  return lastUpdated ? (
    <Time at={lastUpdated} shape="date" className="whitespace-nowrap" />
  ) : (
    <span className="text-muted">–</span>
  );
}

function WalletState({ wallet, onSwitch }: { wallet: AdminWallet; onSwitch: () => void }) {
  const { t } = useTranslation('wallets.admin');
  const { isActive, tampered, stoppedAt, address, cryptoName } = wallet;
  if (address === null || tampered || stoppedAt) return <span className="text-sm text-rejected">{t('notServed')}</span>;
  return (
    <Switch
      label={t('switch', { coin: cryptoName })}
      stateText={t(isActive ? 'active' : 'inactive')}
      on={isActive}
      onChange={onSwitch}
    />
  );
}

function Change({ wallet: { cryptoId, cryptoName } }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  return (
    <ButtonLink size="small" to={`/admin/wallets/${cryptoId}`} aria-label={t('changeOf', { coin: cryptoName })}>
      {t('change')}
    </ButtonLink>
  );
}

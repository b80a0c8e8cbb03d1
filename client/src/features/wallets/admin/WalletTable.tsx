import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { GroupedAddress, shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
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
  const minimum = ({ minimumDeposit, cryptoSymbol }: AdminWallet) => (
    <Crypto amount={minimumDeposit} symbol={cryptoSymbol} />
  );
  const acts = (wallet: AdminWallet) => (
    <WalletActs wallet={wallet} onMinimum={() => onMinimum(wallet)} onSwitch={() => onSwitch(wallet)} />
  );
  const state = (wallet: AdminWallet) => <WalletState wallet={wallet} onSwitch={() => onSwitch(wallet)} />;
  const columns: Column<AdminWallet>[] = [
    { id: 'coin', width: '14%', header: t('coin'), cell: (wallet) => <Coin wallet={wallet} /> },
    { id: 'address', width: '41%', header: t('address'), cell: (wallet) => <Address wallet={wallet} /> },
    { id: 'minimum', width: '11%', header: t('minimum'), end: true, cell: minimum },
    { id: 'since', width: '10%', header: t('since'), cell: (wallet) => <ChangedSince wallet={wallet} /> },
    { id: 'state', width: '12%', header: t('state'), cell: state },
    {
      id: 'actions',
      width: '12%',
      header: <span className="sr-only">{t('actions')}</span>,
      end: true,
      cell: acts,
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
        <div className="flex flex-col gap-2">
          <span className="flex items-center justify-between gap-3">
            <Coin wallet={wallet} />
            {state(wallet)}
          </span>
          <Address wallet={wallet} />
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <span className="flex flex-col items-start">
              <span className="text-xs text-muted">{t('minimum')}</span>
              {minimum(wallet)}
            </span>
            {acts(wallet)}
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
        {!isNamedIn(cryptoName, networkType) && <span className="text-xs text-muted">{networkType}</span>}
      </span>
    </span>
  );
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** True if the coin's name says the network already, such as "Tether TRC20". */
const isNamedIn = (cryptoName: string, networkType: string) => lettersOf(cryptoName).includes(lettersOf(networkType));

/** Marks an address that ships with the product; quiet where customers get other addresses first. */
export function SampleMark({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useTranslation(['wallets.admin', 'admin.common']);
  return (
    <span className={clsx('inline-flex items-center gap-1 text-xs', isQuiet ? 'text-muted' : 'text-pending')}>
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
      {t('admin.common:sample')}
    </span>
  );
}

function Address({ wallet }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  const { address, memo, tampered, stoppedAt, stopWaits, waiting, cryptoName, isSample, receiving } = wallet;
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
      {address !== null && !tampered && !stoppedAt && (
        <span className="flex flex-wrap items-center gap-x-3 empty:hidden">
          {isSample && <SampleMark isQuiet={receiving.kind !== 'shared'} />}
          <Receiving wallet={wallet} />
        </span>
      )}
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

/** Says how a coin is received before this address, unless only at this one. */
function Receiving({ wallet: { receiving } }: { wallet: AdminWallet }) {
  const { t } = useTranslation(['wallets.admin', 'deposit-sources.admin']);
  if (receiving.kind === 'shared') return null;
  return (
    <Link to="/admin/deposit-sources" className="inline-flex min-h-6 items-center gap-1 self-start text-xs text-link">
      {t('reserve', { kind: t(`deposit-sources.admin:kind.${receiving.kind}`) })}
      {receiving.isLow && <span className="text-pending">{t('deposit-sources.admin:low')}</span>}
    </Link>
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
  const { isActive, isSample, tampered, stoppedAt, address, cryptoName } = wallet;
  if (address === null || tampered || stoppedAt) return <span className="text-sm text-rejected">{t('notServed')}</span>;
  // A switch that shines would say that all is well; its end is in the menu.
  if (isSample && isActive) return <Status bare size="small" status="none" label={t('active')} />;
  return (
    <Switch
      label={t('switch', { coin: cryptoName })}
      stateText={t(isActive ? 'active' : 'inactive')}
      on={isActive}
      onChange={onSwitch}
    />
  );
}

interface WalletActsProps {
  wallet: AdminWallet;
  onMinimum: () => void;
  onSwitch: () => void;
}

function WalletActs({ wallet, onMinimum, onSwitch }: WalletActsProps) {
  const { t } = useTranslation(['wallets.admin', 'admin.common']);
  const { cryptoId, cryptoName: coin, isSample, isActive } = wallet;
  return (
    <span className="inline-flex items-center gap-1 max-md:-me-2">
      <ButtonLink size="small" to={`/admin/wallets/${cryptoId}`} aria-label={t('changeOf', { coin })}>
        {t('change')}
      </ButtonLink>
      <RowMenu label={t('admin.common:moreFor', { of: coin })}>
        <MenuAct text={t('editMinimum', { coin })} onPress={onMinimum} />
        {isSample && isActive && <MenuAct text={t('ask.off.yes', { coin })} onPress={onSwitch} />}
      </RowMenu>
    </span>
  );
}

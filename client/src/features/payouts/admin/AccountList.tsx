import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { profilesQuery, type DeskAccount } from '../payouts.queries.ts';
import { useProfileTitle } from './Rails.tsx';

interface AccountListProps {
  accounts: readonly DeskAccount[];
  onChange: (account: DeskAccount) => void;
}

/** The accounts that money is paid from, each with the last balance from its bank. */
export function AccountList({ accounts, onChange }: AccountListProps) {
  const { t } = useTranslation('payouts.admin');
  const actions = (account: DeskAccount) => (
    <Button
      text={t('account.edit')}
      size="small"
      aria-label={t('actionOf', { action: t('account.change'), reference: account.name })}
      onClick={() => onChange(account)}
    />
  );
  const columns: Column<DeskAccount>[] = [
    { id: 'name', header: t('account.name'), width: '30%', cell: (account) => <Name account={account} /> },
    { id: 'number', header: t('column.number'), width: '20%', cell: (account) => <Number account={account} /> },
    { id: 'files', header: t('account.files'), width: '16%', cell: (account) => <Files account={account} /> },
    {
      id: 'balance',
      header: t('account.balance'),
      width: '22%',
      end: true,
      cell: (account) => <Balance account={account} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      width: '12%',
      end: true,
      cell: actions,
    },
  ];
  return (
    <Table
      dense
      fixed
      wide
      caption={t('tab.accounts')}
      columns={columns}
      rows={accounts}
      rowKey={({ id }) => id}
      card={(account) => (
        <>
          <span className="flex items-start justify-between gap-3">
            <Name account={account} />
            {actions(account)}
          </span>
          <Number account={account} />
          <Files account={account} />
          <Balance account={account} />
        </>
      )}
    />
  );
}

interface CellProps {
  account: DeskAccount;
}

function Name({ account: { name, currency, bankName, isActive, tampered } }: CellProps) {
  const { t } = useTranslation('payouts.admin');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium wrap-anywhere">
        {name} <span className="font-normal text-muted">{currency}</span>
      </span>
      <span className="text-xs wrap-anywhere text-muted">
        {bankName}
        {!isActive && ` · ${t('account.off')}`}
      </span>
      {tampered && <Note tone="danger">{t('check.tampered')}</Note>}
    </span>
  );
}

function Number({ account: { iban, accountNumber } }: CellProps) {
  return <Ltr className="wrap-anywhere text-muted figures">{iban ?? accountNumber}</Ltr>;
}

/** The kind of its files, with the profile by its name. */
function Files({ account: { format, profileId } }: CellProps) {
  const { t } = useTranslation('payouts.admin');
  const { data: profiles = [] } = useQuery(profilesQuery);
  const titleOf = useProfileTitle();
  const profile = profiles.find(({ id }) => id === profileId);
  return (
    <span className="wrap-anywhere max-lg:text-xs max-lg:text-muted">
      {format === 'csv' && profile ? t('format.csvOf', { layout: titleOf(profile) }) : t(`format.${format}`)}
    </span>
  );
}

/** The balance of its newest statement with that statement's last day; without a statement it is unknown, not zero. */
function Balance({ account: { balance, balanceOn, currency } }: CellProps) {
  const { t } = useTranslation('payouts.admin');
  const mayImport = useMay()('payouts.release');
  if (balance === null || balanceOn === null)
    return (
      <span className="ms-auto inline-flex flex-col items-end text-muted">
        {t('account.noStatement')}
        {mayImport && (
          <span className="text-xs">
            <TextLink to="/admin/statements">{t('account.importStatement')}</TextLink>
          </span>
        )}
      </span>
    );
  return (
    <span className="ms-auto inline-flex flex-col items-end">
      <Money amount={balance} currency={currency} className="font-medium" />
      <span className="text-xs text-muted">
        {t('account.statementOf', { day: formatDay(balanceOn, { year: 'numeric' }) })}
      </span>
    </span>
  );
}

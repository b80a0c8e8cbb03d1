import { useQuery } from '@tanstack/react-query';
import { RotateCw, Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink, TextLink } from '#client/ui/form/Button.tsx';
import { decimal, zero } from '#shared/kernel/money.ts';
import { chainDetails, chainOfCoin } from '#shared/reference/chains.ts';
import { reconciliationQuery } from '../../books.queries.ts';
import { unitText } from '../books.text.ts';
import { UnitAmount } from '../UnitAmount.tsx';
import { agreementOf, differencesOf, restOf, type BankAccount, type CoinBalance } from './books.differences.ts';
import { Differences } from './Differences.tsx';
import { Verdict, VerdictCounts } from './Verdict.tsx';

/** The book beside banks and chains: what differs with its remedies, then each balance with one of three words. */
export function Reconciliation() {
  const { t } = useTranslation('books.admin');
  const query = useQuery(reconciliationQuery);
  return (
    <LoadedQuery query={query} title={t('failed.load')} skeleton={['h-64 rounded-card', 'h-64 rounded-card']}>
      {(reconciliation) =>
        reconciliation.accounts.length + reconciliation.coins.length === 0 ? (
          <EmptyList
            Icon={Scale}
            text={t('none.accounts')}
            action={<ButtonLink text={t('reconciliation.import')} to="/admin/statements" />}
          />
        ) : (
          <div className="flex flex-col gap-6">
            <VerdictCounts found={reconciliation} />
            <Differences differences={differencesOf(reconciliation)} />
            <Accounts accounts={reconciliation.accounts} />
            <Coins coins={reconciliation.coins} isReading={query.isFetching} onRead={() => void query.refetch()} />
          </div>
        )
      }
    </LoadedQuery>
  );
}

const none = <span className="text-faint">–</span>;

function Accounts({ accounts }: { accounts: readonly BankAccount[] }) {
  const { t } = useTranslation('books.admin');
  if (accounts.length === 0) return null;
  const amountOf = (value: string | null, unit: string) =>
    value === null ? none : <UnitAmount amount={value} unit={unit} />;
  const columns: Column<BankAccount>[] = [
    { id: 'account', header: t('column.account'), cell: (row) => <b className="font-semibold">{row.name}</b> },
    { id: 'book', header: t('column.book'), end: true, cell: (row) => amountOf(row.book, row.currency) },
    { id: 'statement', header: t('column.statement'), end: true, cell: (row) => amountOf(row.statement, row.currency) },
    {
      id: 'inTransit',
      header: t('column.inTransit'),
      end: true,
      cell: ({ inTransit, currency }) => (decimal(inTransit).eq(zero) ? none : amountOf(inTransit, currency)),
    },
    { id: 'verdict', header: t('column.verdict'), cell: (row) => <AccountVerdict account={row} /> },
  ];
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-base">{t('positions.banks')}</h2>
      <Table
        dense
        wide
        caption={t('positions.banks')}
        columns={columns}
        rows={accounts}
        rowKey={({ id }) => id}
        card={(row) => (
          <>
            <span className="flex flex-wrap justify-between gap-x-4">
              <b className="font-semibold">{row.name}</b>
              {amountOf(row.book, row.currency)}
            </span>
            <AccountVerdict account={row} />
          </>
        )}
      />
    </div>
  );
}

/** A bank is read by importing its statement. */
function AccountVerdict({ account }: { account: BankAccount }) {
  const { t } = useTranslation('books.admin');
  const { asOf, difference, inTransit } = account;
  if (asOf === null)
    return (
      <Verdict agreement="not_read">
        {t('reconciliation.noStatement')} <TextLink to="/admin/statements">{t('reconciliation.import')}</TextLink>
      </Verdict>
    );
  const isExplained = agreementOf(account) === 'agrees' && difference !== null && !decimal(difference).eq(zero);
  return (
    <Verdict
      agreement={agreementOf(account)}
      word={<Difference {...account} of={`bank:${account.id}`} unit={account.currency} />}
    >
      {t('reconciliation.statementOf', { day: formatDay(asOf, { year: 'numeric' }) })}
      {isExplained && inTransit && <span>{t('reconciliation.explained')}</span>}
    </Verdict>
  );
}

interface CoinsProps {
  coins: readonly CoinBalance[];
  isReading: boolean;
  onRead: () => void;
}

function Coins({ coins, isReading, onRead }: CoinsProps) {
  const { t } = useTranslation('books.admin');
  if (coins.length === 0) return null;
  const columns: Column<CoinBalance>[] = [
    { id: 'coin', header: t('column.unit'), cell: ({ id }) => <b className="font-semibold">{unitText(id)}</b> },
    { id: 'book', header: t('column.book'), end: true, cell: ({ id, book }) => <UnitAmount amount={book} unit={id} /> },
    {
      id: 'chain',
      header: t('column.chain'),
      end: true,
      cell: ({ id, chain }) => (chain === null ? none : <UnitAmount amount={chain} unit={id} />),
    },
    { id: 'verdict', header: t('column.verdict'), cell: (row) => <CoinVerdict coin={row} /> },
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-base">{t('positions.coins')}</h2>
        <Button
          text={t('reconciliation.readAgain')}
          size="small"
          variant="ghost"
          busy={isReading}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={onRead}
        />
      </div>
      <Table
        dense
        wide
        caption={t('positions.coins')}
        columns={columns}
        rows={coins}
        rowKey={({ id }) => id}
        card={(row) => (
          <>
            <span className="flex flex-wrap justify-between gap-x-4">
              <b className="font-semibold">{unitText(row.id)}</b>
              <UnitAmount amount={row.book} unit={row.id} />
            </span>
            <CoinVerdict coin={row} />
          </>
        )}
      />
    </div>
  );
}

/** A chain is read at its node each time that this page opens. */
function CoinVerdict({ coin }: { coin: CoinBalance }) {
  const { t } = useTranslation('books.admin');
  const { id, gap, readAt } = coin;
  const chain = chainOfCoin(id);
  const read = readAt ? (
    <span>
      {t('reconciliation.lastRead')} <Time at={readAt} shape="relative" />
    </span>
  ) : (
    gap !== null && t('reconciliation.neverRead')
  );
  if (gap !== null)
    return (
      <Verdict agreement="not_read">
        <span>
          {t(`reconciliation.gap.${gap}`, { variable: chain ? chainDetails[chain].variable : '' })} {read}
        </span>
      </Verdict>
    );
  return (
    <Verdict agreement={agreementOf(coin)} word={<Difference {...coin} of={`coins:${id}`} unit={id} />}>
      {read}
    </Verdict>
  );
}

interface DifferenceProps {
  difference: string | null;
  inTransit?: string;
  /** The account in the form in which the journal filters by it. */
  of: string;
  unit: string;
  entries: number;
}

/** Nothing where it agrees; else by how much it differs, as a link to the entries of the account. */
function Difference({ difference, inTransit, of: account, unit, entries }: DifferenceProps) {
  const { t } = useTranslation('books.admin');
  if (agreementOf({ difference, ...(inTransit !== undefined && { inTransit }) }) !== 'differs' || difference === null)
    return t('reconciliation.agrees');
  return (
    <Link
      to={`?tab=journal&account=${account}`}
      title={t('reconciliation.entries', { shown: formatNumber(entries) })}
      className="inline-flex min-h-6 flex-wrap items-center gap-x-1 font-semibold text-rejected"
    >
      {t('reconciliation.differs')} <UnitAmount amount={restOf(difference, inTransit)} unit={unit} />
    </Link>
  );
}

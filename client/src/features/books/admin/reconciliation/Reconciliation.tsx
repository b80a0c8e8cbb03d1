import { useQuery } from '@tanstack/react-query';
import { RotateCw, Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink, TextLink } from '#client/ui/form/Button.tsx';
import { decimal, zero } from '#shared/kernel/money.ts';
import { chainDetails, chainOfCoin } from '#shared/reference/chains.ts';
import { reconciliationQuery } from '../../books.queries.ts';
import { unitText } from '../books.text.ts';
import { UnitAmount } from '../UnitAmount.tsx';
import { agreementOf, differencesOf, type BankAccount, type CoinBalance } from './books.differences.ts';
import { Differences } from './Differences.tsx';
import { ReadAt } from './ReadAt.tsx';
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
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <VerdictCounts found={reconciliation} />
              <Button
                text={t('reconciliation.readAgain')}
                size="small"
                busy={query.isFetching}
                icon={<RotateCw aria-hidden="true" className="size-4" />}
                onClick={() => void query.refetch()}
              />
            </div>
            <Differences differences={differencesOf(reconciliation)} />
            <Accounts accounts={withoutDifference(reconciliation.accounts)} />
            <Coins coins={withoutDifference(reconciliation.coins)} />
          </div>
        )
      }
    </LoadedQuery>
  );
}

/** Differing balances are listed above, with their remedies, and not again here. */
const withoutDifference = <Balance extends BankAccount | CoinBalance>(balances: readonly Balance[]): Balance[] =>
  balances.filter((balance) => agreementOf(balance) !== 'differs');

/** Banks and coins stand in one grid. */
const widths = { name: '24%', amount: '18%', verdict: '40%' };

const none = <span className="text-faint">–</span>;

function Accounts({ accounts }: { accounts: readonly BankAccount[] }) {
  const { t } = useTranslation('books.admin');
  if (accounts.length === 0) return null;
  const amountOf = (value: string | null, unit: string) =>
    value === null ? none : <UnitAmount amount={value} unit={unit} />;
  const columns: Column<BankAccount>[] = [
    {
      id: 'account',
      width: widths.name,
      header: t('column.account'),
      cell: (row) => <b className="font-semibold">{row.name}</b>,
    },
    {
      id: 'book',
      width: widths.amount,
      header: t('column.book'),
      end: true,
      cell: (row) => amountOf(row.book, row.currency),
    },
    {
      id: 'statement',
      width: widths.amount,
      header: t('column.statement'),
      end: true,
      cell: (row) => amountOf(row.statement, row.currency),
    },
    {
      id: 'inTransit',
      width: widths.amount,
      header: t('column.inTransit'),
      end: true,
      cell: ({ inTransit, currency }) => (decimal(inTransit).eq(zero) ? none : amountOf(inTransit, currency)),
      isFilled: ({ inTransit }) => !decimal(inTransit).eq(zero),
    },
    {
      id: 'verdict',
      width: widths.verdict,
      header: t('column.verdict'),
      cell: (row) => <AccountVerdict account={row} />,
    },
  ];
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-base">{t('positions.banks')}</h2>
      <Table
        dense
        fixed
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
    <Verdict agreement={agreementOf(account)}>
      {t('reconciliation.statementOf', { day: formatDay(asOf, { year: 'numeric' }) })}
      {isExplained && inTransit && <span>{t('reconciliation.explained')}</span>}
    </Verdict>
  );
}

/** The reason why coins were not read is shown once above them if several share it. */
function sharedGapOf(coins: readonly CoinBalance[]): CoinBalance['gap'] {
  const unread = coins.filter(({ gap, readAt }) => gap !== null && readAt === null);
  const [first] = unread;
  return first && unread.length > 1 && unread.every(({ gap }) => gap === first.gap) ? first.gap : null;
}

function Coins({ coins }: { coins: readonly CoinBalance[] }) {
  const { t } = useTranslation('books.admin');
  if (coins.length === 0) return null;
  const sharedGap = sharedGapOf(coins);
  const isSharing = ({ gap, readAt }: CoinBalance) => sharedGap !== null && gap === sharedGap && readAt === null;
  const verdict = (row: CoinBalance) => <CoinVerdict coin={row} isShared={isSharing(row)} />;
  const columns: Column<CoinBalance>[] = [
    {
      id: 'coin',
      width: widths.name,
      header: t('column.coin'),
      cell: ({ id }) => <b className="font-semibold">{unitText(id)}</b>,
    },
    {
      id: 'book',
      width: widths.amount,
      header: t('column.book'),
      end: true,
      cell: ({ id, book }) => <UnitAmount amount={book} unit={id} />,
    },
    {
      id: 'chain',
      width: widths.amount,
      header: t('column.chain'),
      end: true,
      cell: ({ id, chain }) => (chain === null ? none : <UnitAmount amount={chain} unit={id} />),
    },
    { id: 'verdict', width: widths.verdict, header: t('column.verdict'), cell: verdict },
  ];
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-base">{t('positions.coins')}</h2>
      {sharedGap !== null && (
        <p className="text-sm text-muted">
          {formatList(coins.filter(isSharing).map(({ id }) => unitText(id)))}:{' '}
          {/* Chains that share a reason have no node each: then none is named. */}
          {t(`reconciliation.gap.${sharedGap}`, { variable: 'CHAIN_…' })}
        </p>
      )}
      <Table
        dense
        fixed
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
            {verdict(row)}
          </>
        )}
      />
    </div>
  );
}

/** A chain is read at its node each time that this page opens. */
function CoinVerdict({ coin, isShared }: { coin: CoinBalance; isShared: boolean }) {
  const { t } = useTranslation('books.admin');
  const { id, gap, readAt } = coin;
  if (isShared) return <Verdict agreement="not_read" />;
  const chain = chainOfCoin(id);
  const read = readAt ? (
    <span>
      <ReadAt at={readAt} />
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
  return <Verdict agreement={agreementOf(coin)}>{read}</Verdict>;
}

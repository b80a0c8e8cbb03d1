import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accountsQuery } from '#client/features/payouts/payouts.queries.ts';
import { formatDay, formatMonth, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { shown } from '#client/ui/overlay/Actions.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import { parseAccount, type AccountKind } from '#shared/book/book.accounts.ts';
import { reopenPeriod } from '#shared/books/books.periods.contract.ts';
import { periodRoutes, type Period } from '../books.queries.ts';
import { firstDayAfter } from './books.days.ts';
import { isZero, unitText, useAccountText } from './books.text.ts';
import { CloseMonth } from './CloseMonth.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { Problems } from './Problems.tsx';
import { UnitAmount, Usd } from './UnitAmount.tsx';

const approvalKinds = ['books'] as const;

interface MonthProps {
  period: Period;
  /** True for the oldest month of the book. */
  isFirst: boolean;
  isNewestClosed: boolean;
}

/** One month of the books: its moves, the problems that prevent its close, and the member who closed it. */
export function Month({ period, isFirst, isNewestClosed }: MonthProps) {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  const [isExporting, setExporting] = useState(false);
  const { month, state, entries, late, problems } = period;
  const name = formatMonth(`${month}-01`);
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex flex-col gap-0.5">
          <h2 className="text-lg">{name}</h2>
          <p className="text-sm text-muted">
            <TextLink to={`?tab=journal&from=${month}-01&to=${lastDayOf(month)}`}>
              {t('month.entries', { shown: formatNumber(entries) })}
            </TextLink>
            {late > 0 && (
              <>
                {' · '}
                <TextLink to={`?tab=journal&from=${month}-01&to=${lastDayOf(month)}&late=true`}>
                  {t('month.late', { shown: formatNumber(late) })}
                </TextLink>
              </>
            )}
          </p>
        </div>
        <Button text={t('export.ofMonth', { month: name })} size="small" onClick={() => setExporting(true)} />
      </header>
      <ApprovalSlot kinds={approvalKinds} subjectId={month} />
      {/* The button that closes the month is above its totals, which are long. */}
      <div className="grid items-start gap-4 max-2xl:grid-cols-[minmax(0,1fr)] 2xl:grid-cols-[26rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          {state !== 'closed' && <Problems problems={problems} isFirstMonth={isFirst} />}
          {state === 'closed' && <ClosedNote period={period} />}
          {state === 'open' && (
            <p className="text-sm text-muted">
              {t('month.notOver', { day: formatDay(firstDayAfter(month), { year: 'numeric' }) })}
            </p>
          )}
          {state === 'to_close' && may('settings.write') && <CloseMonth period={period} name={name} />}
          {isNewestClosed && may('settings.write') && <Reopen month={month} name={name} />}
        </div>
        <Totals period={period} />
      </div>
      {isExporting && <ExportDialog month={month} onClose={() => setExporting(false)} />}
    </section>
  );
}

/** The last day of a month, `2026-10-31` of `2026-10`. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

type Total = Period['totals'][number];

/** The totals begin with the assets, then their owners, then income and costs. */
const order: readonly AccountKind[] = [
  ...(['coins', 'bank', 'cash', 'exchange', 'attempt', 'arrived', 'held', 'refund', 'owed'] as const),
  ...(['capital', 'position', 'fees', 'kept', 'result', 'cost', 'lost'] as const),
];

function rankOf({ account }: Total): number {
  const kind = parseAccount(account)?.kind;
  return kind ? order.indexOf(kind) : order.length;
}

function Totals({ period: { totals } }: { period: Period }) {
  const { t } = useTranslation('books.admin');
  // Leaves out accounts that were empty all month and moved nothing.
  const rows = totals
    .filter(({ opening, closing, base }) => [opening, closing, base].some((value) => value === null || !isZero(value)))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  if (rows.length === 0) return null;
  const columns: Column<Total>[] = [
    { id: 'account', header: t('column.account'), cell: (row) => <AccountCell row={row} /> },
    {
      id: 'opening',
      header: t('column.opening'),
      end: true,
      cell: ({ opening, unit }) => <UnitAmount amount={opening} unit={unit} className="text-muted" />,
    },
    {
      id: 'closing',
      header: t('column.closing'),
      end: true,
      cell: ({ closing, unit }) => <UnitAmount amount={closing} unit={unit} className="font-semibold" />,
    },
    {
      id: 'base',
      header: t('column.moved'),
      end: true,
      cell: ({ base }) => <Usd amount={base} />,
    },
  ];
  return (
    <Table
      dense
      caption={t('month.totals')}
      columns={columns}
      rows={rows}
      rowKey={({ account, unit }) => `${account} ${unit}`}
      card={(row) => (
        <div className="flex flex-wrap justify-between gap-x-4">
          <AccountCell row={row} />
          <UnitAmount amount={row.closing} unit={row.unit} className="font-semibold" />
          <span className="flex w-full flex-wrap justify-between gap-x-4 text-xs text-muted">
            <span>
              {t('column.opening')} <UnitAmount amount={row.opening} unit={row.unit} />
            </span>
            <span>
              {t('column.moved')} <Usd amount={row.base} />
            </span>
          </span>
        </div>
      )}
    />
  );
}

/** The unit of an account, then its name: a bank's own name where the business has one account in that currency. */
function AccountCell({ row: { account, unit } }: { row: Total }) {
  const accountText = useAccountText();
  const { data: banks = [] } = useQuery(accountsQuery);
  const [bank, ...others] = account === 'bank' ? banks.filter(({ currency }) => currency === unit) : [];
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-medium md:min-w-28">{unitText(unit)}</span>
      <span className="text-muted max-md:text-xs">
        {bank && others.length === 0 ? bank.name : accountText(account)}
      </span>
    </span>
  );
}

function ClosedNote({ period: { closedBy, closedAt, sha256 } }: { period: Period }) {
  const { t } = useTranslation('books.admin');
  const line = (label: string, value: ReactNode) => (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
  return (
    <dl className="flex flex-col gap-1 card px-4 py-3 text-sm">
      {closedBy && line(t('month.closedBy'), closedBy.name)}
      {closedAt && line(t('month.closedAt'), <Time at={closedAt} />)}
      {sha256 && line('SHA-256', <Ltr className="font-mono text-xs">{sha256}</Ltr>)}
    </dl>
  );
}

/** Opens the newest closed month again, with a reason; a second member may have to approve it. */
function Reopen({ month, name }: { month: string; name: string }) {
  const { t } = useTranslation('books.admin');
  const [isAsked, setAsked] = useState(false);
  const action = shown(reopenPeriod, {
    label: t('reopen.title', { month: name }),
    danger: true,
    fields: { reason: { label: t('reason') } },
    onDone: () => toast({ title: t('reopen.done', { month: name }) }),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button text={t('reopen.button')} size="small" onClick={() => setAsked(true)} />
      <p className="text-xs text-muted">{t('reopen.hint')}</p>
      {isAsked && (
        <ContractDialog
          action={action}
          row={{ params: { month } }}
          failed={t('failed.change')}
          reads={periodRoutes}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

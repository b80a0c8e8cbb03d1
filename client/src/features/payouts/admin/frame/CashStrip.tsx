import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck, CircleX, Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import type { Api } from '#shared/api.ts';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { accountsQuery, figuresQuery } from '../../payouts.queries.ts';
import type { PayoutTab } from './payouts.tabs.ts';

type Figures = Api['GET /api/admin/payouts/figures']['output']['currencies'][number];

/** The cash of each currency that is owed: one row with its accounts, the need, the balance, and if that is enough. */
export function CashStrip({ current }: { current: PayoutTab }) {
  const isWide = useTableLayout();
  const { data } = useQuery(figuresQuery);
  const rows = data?.currencies.filter(({ cashNeeded }) => isPositive(cashNeeded)) ?? [];
  if (rows.length === 0) return null;
  return isWide ? <CashTable rows={rows} current={current} /> : <CashFold rows={rows} current={current} />;
}

interface CashProps {
  rows: readonly Figures[];
  /** The tab in view. */
  current: PayoutTab;
}

function CashTable({ rows, current }: CashProps) {
  const { t } = useTranslation('payouts.admin');
  const heads = [
    t('cash'),
    rows.some(({ inAccounts }) => inAccounts !== null) && t('inAccounts'),
    rows.some(({ expected }) => isPositive(expected.amount)) && t('expected'),
  ];
  return (
    <section aria-label={t('cash')} className="card @container">
      {/* The names stand once; screen readers have them in each row. */}
      <div aria-hidden="true" className={clsx(columnsClasses, 'border-b border-line py-1.5 text-xs text-faint')}>
        <span />
        {heads.map((head, index) => (
          <span key={String(index)} className="text-end">
            {head}
          </span>
        ))}
      </div>
      <CashRows rows={rows} current={current} />
    </section>
  );
}

/** On a phone one line says which currencies are owed, or what is missing: the work below it comes into view. */
function CashFold({ rows, current }: CashProps) {
  const { t } = useTranslation('payouts.admin');
  const shortRows = rows.filter((figures) => missingOf(figures)?.gt(zero));
  return (
    <section aria-label={t('cash')} className="card @container">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-start gap-2 px-3 py-2.5 text-sm [&::-webkit-details-marker]:hidden">
          <FoldMark />
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
            <span className="font-medium">{t('cash')}</span>
            <span className="text-muted group-open:hidden">{formatList(rows.map(({ currency }) => currency))}</span>
            {shortRows.map((figures) => (
              <span key={figures.currency} className="basis-full group-open:hidden">
                <Verdict figures={figures} />
              </span>
            ))}
          </span>
        </summary>
        <div className="border-t border-line">
          <CashRows rows={rows} current={current} />
        </div>
      </details>
    </section>
  );
}

function CashRows({ rows, current }: CashProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((figures) => (
        <CashRow
          key={figures.currency}
          figures={figures}
          current={current}
          hasBalances={rows.some(({ inAccounts }) => inAccounts !== null)}
          hasExpected={rows.some(({ expected }) => isPositive(expected.amount))}
        />
      ))}
    </ul>
  );
}

const columnsClasses =
  'px-3 md:grid md:grid-cols-[minmax(0,0.8fr)_minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(11rem,1.4fr)] md:gap-x-3 md:px-4';

/** In large text a long sum breaks before its code. */
const sumClasses = '@max-[14rem]:whitespace-normal!';

const isPositive = (amount: string) => decimal(amount).gt(zero);

interface CashRowProps {
  figures: Figures;
  /** The tab in view. */
  current: PayoutTab;
  /** True if a row of the table has a balance: a row without one says why. */
  hasBalances: boolean;
  /** True if a row of the table has payouts that are not approved yet. */
  hasExpected: boolean;
}

/** On a phone a row has the need with the balance below it, and the result at its end. */
function CashRow({ figures, current, hasBalances, hasExpected }: CashRowProps) {
  const { t } = useTranslation('payouts.admin');
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { currency, cashNeeded, expected } = figures;
  const names = accounts.filter((account) => account.currency === currency && account.isActive).map(({ name }) => name);
  return (
    <li className={clsx(columnsClasses, 'flex min-h-11 flex-wrap items-start gap-x-3 py-1.5 text-sm')}>
      <span className="flex min-w-0 flex-col max-md:hidden">
        <span className="font-semibold">{currency}</span>
        <span className="truncate text-xs text-muted">{names.length > 0 ? formatList(names) : t('byHand')}</span>
      </span>
      <span className="flex min-w-min flex-1 basis-0 flex-wrap items-center gap-x-3 md:contents">
        <span className="contents md:flex md:min-w-0 md:flex-col md:items-end">
          <Figure label={t('cash')} className="max-md:basis-full">
            <Money amount={cashNeeded} currency={currency} className={clsx('font-semibold', sumClasses)} />
          </Figure>
          <Parts figures={figures} current={current} />
        </span>
        <Balance figures={figures} hasAccount={names.length > 0} isNamed={hasBalances} />
      </span>
      {isPositive(expected.amount) ? (
        <Figure label={t('expected')} className="max-md:hidden">
          <Money amount={expected.amount} currency={currency} className="text-muted" />
        </Figure>
      ) : (
        <span className="text-end text-muted max-md:hidden">{hasExpected && '–'}</span>
      )}
      <Verdict figures={figures} />
    </li>
  );
}

/** The payouts that make up the need, by the tab that they are in; other tabs are links. */
function Parts({
  figures: { due, batched, released, returned, held },
  current,
}: Pick<CashRowProps, 'figures' | 'current'>) {
  const { t } = useTranslation('payouts.admin');
  const parts = [
    ['due', 'due', due.payouts],
    ['batched', 'release', batched.payouts + released.payouts],
    ['returned', 'returned', returned.payouts],
    ['held', 'returned', held.payouts],
  ] as const;
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-muted md:justify-end">
      {parts.map(([state, tab, count]) => {
        const text = `${t(`state.${state}`)} ${formatNumber(count)}`;
        if (count === 0) return null;
        if (tab === current) return <span key={state}>{text}</span>;
        return (
          <Link key={state} to={`/admin/payouts?tab=${tab}`} className="text-link hover:underline">
            {text}
          </Link>
        );
      })}
    </span>
  );
}

interface BalanceProps {
  figures: Figures;
  hasAccount: boolean;
  /** True if the column of balances is in view, where an empty cell could be a zero. */
  isNamed: boolean;
}

/** Shows the balance of the accounts by their newest statements. */
function Balance({ figures, hasAccount, isNamed }: BalanceProps) {
  const { t } = useTranslation('payouts.admin');
  const { currency, inAccounts, unknownAccounts } = figures;
  const unknownText = unknownAccounts > 0 && t('unknownAccounts', { count: unknownAccounts });
  if (inAccounts === null)
    return (
      <span className="text-xs text-muted md:text-end">
        {unknownText || (!hasAccount && <span className="md:hidden">{t('byHand')}</span>)}
        {!unknownText && !hasAccount && isNamed && (
          <Link to="/admin/payouts?tab=accounts" className="text-sm text-link hover:underline max-md:hidden">
            {t('noAccount')}
          </Link>
        )}
      </span>
    );
  return (
    <Figure label={t('inAccounts')} note={unknownText} className="max-md:text-xs">
      <span className="inline-flex items-center gap-1 max-md:text-muted">
        <Landmark aria-hidden="true" className="size-3.5 shrink-0 md:hidden" />
        <Money amount={inAccounts} currency={currency} className={sumClasses} />
      </span>
    </Figure>
  );
}

interface FigureProps {
  /** Stands above the column; in the row for screen readers. */
  label: string;
  note?: string | false;
  className?: string;
  children: ReactNode;
}

/** A sum of a row. */
function Figure({ label, note, className, children }: FigureProps) {
  return (
    <span className={clsx('flex min-w-0 flex-col md:items-end md:text-end', className)}>
      {children}
      <span className="sr-only">{label}</span>
      {note && <span className="text-xs text-muted">{note}</span>}
    </span>
  );
}

/** By how much the need exceeds the money in the accounts; undefined where no statement says it. */
const missingOf = ({ cashNeeded, inAccounts }: Figures) =>
  inAccounts === null ? undefined : decimal(cashNeeded).minus(decimal(inAccounts));

/** If the money in the accounts covers the need, or how much of it is missing; nothing where no statement says it. */
function Verdict({ figures }: { figures: Figures }) {
  const { t } = useTranslation('payouts.admin');
  const missing = missingOf(figures);
  if (!missing) return null;
  const isShort = missing.gt(zero);
  const Icon = isShort ? CircleX : CircleCheck;
  return (
    <span
      className={clsx(
        'flex items-start gap-1.5 text-xs font-medium md:ms-auto md:min-h-5 md:items-center md:justify-end md:text-end',
        isShort ? 'text-rejected max-md:basis-full' : 'ms-auto text-completed',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {isShort ? (
        <span>
          <Money amount={toText(missing)} currency={figures.currency} className={sumClasses} /> {t('missing')}
        </span>
      ) : (
        t('enough')
      )}
    </span>
  );
}

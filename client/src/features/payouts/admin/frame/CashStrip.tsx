import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck, CircleX, Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '#client/lib/format/list.ts';
import { Money } from '#client/ui/data/Money.tsx';
import type { Api } from '#shared/api.ts';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { accountsQuery, figuresQuery } from '../../payouts.queries.ts';

type Figures = Api['GET /api/admin/payouts/figures']['output']['currencies'][number];

/** The cash of each currency that is owed: one row with its accounts, the need, the balance, and if that is enough. */
export function CashStrip() {
  const { t } = useTranslation('payouts.admin');
  const { data } = useQuery(figuresQuery);
  const rows = data?.currencies.filter(({ cashNeeded }) => isPositive(cashNeeded)) ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('cash')} className="card @container">
      <ul className="divide-y divide-line">
        {rows.map((figures) => (
          <CashRow key={figures.currency} figures={figures} />
        ))}
      </ul>
    </section>
  );
}

/** With large letters a long sum breaks before its code. */
const sumClasses = '@max-[14rem]:whitespace-normal!';

const isPositive = (amount: string) => decimal(amount).gt(zero);

/** On a phone a row is the need with what is there below it, and the verdict at its end. */
function CashRow({ figures }: { figures: Figures }) {
  const { t } = useTranslation('payouts.admin');
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { currency, cashNeeded, expected } = figures;
  const names = accounts.filter((account) => account.currency === currency && account.isActive).map(({ name }) => name);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1 text-sm md:grid md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(7rem,0.7fr)] md:px-4">
      <Figure label={names.length > 0 ? formatList(names) : t('byHand')} className="max-md:hidden">
        <span className="font-semibold">{currency}</span>
      </Figure>
      <span className="flex min-w-min flex-1 basis-0 flex-col md:contents">
        <Figure label={t('cash')} className="max-md:[&>:last-child]:sr-only">
          <Money amount={cashNeeded} currency={currency} className={clsx('font-semibold', sumClasses)} />
        </Figure>
        <Balance figures={figures} hasAccount={names.length > 0} />
      </span>
      {isPositive(expected.amount) ? (
        <Figure label={t('expected')} className="max-md:hidden">
          <Money amount={expected.amount} currency={currency} className="text-muted" />
        </Figure>
      ) : (
        <span className="max-md:hidden" />
      )}
      <Verdict figures={figures} />
    </li>
  );
}

/** The money that the banks say is there, as far as a statement of each account says it. */
function Balance({ figures, hasAccount }: { figures: Figures; hasAccount: boolean }) {
  const { t } = useTranslation('payouts.admin');
  const { currency, inAccounts, unknownAccounts } = figures;
  const unknown = unknownAccounts > 0 && t('unknownAccounts', { count: unknownAccounts });
  if (inAccounts === null)
    return (
      <span className="text-xs text-muted">
        {unknown || (!hasAccount && <span className="md:hidden">{t('byHand')}</span>)}
      </span>
    );
  return (
    <Figure label={unknown || t('inAccounts')} className="max-md:text-xs max-md:[&>:last-child]:sr-only">
      <span className="inline-flex items-center gap-1 max-md:text-muted">
        <Landmark aria-hidden="true" className="size-3.5 shrink-0 md:hidden" />
        <Money amount={inAccounts} currency={currency} className={sumClasses} />
      </span>
    </Figure>
  );
}

interface FigureProps {
  label: string;
  className: string;
  children: ReactNode;
}

/** A sum with its short label below it. */
function Figure({ label, className, children }: FigureProps) {
  return (
    <span className={clsx('flex min-w-0 flex-col', className)}>
      {children}
      <span className="truncate text-xs text-muted" title={label}>
        {label}
      </span>
    </span>
  );
}

/** If the money in the accounts covers the need, or how much of it is missing; nothing where no statement says it. */
function Verdict({ figures: { currency, cashNeeded, inAccounts } }: { figures: Figures }) {
  const { t } = useTranslation('payouts.admin');
  const missing = inAccounts === null ? undefined : decimal(cashNeeded).minus(decimal(inAccounts));
  if (!missing) return null;
  const isShort = missing.gt(zero);
  const Icon = isShort ? CircleX : CircleCheck;
  return (
    <span
      className={clsx(
        'ms-auto flex items-center justify-end gap-1.5 text-end text-xs font-medium max-md:max-w-32',
        isShort ? 'text-rejected' : 'text-completed',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {isShort ? (
        <span>
          <Money amount={toText(missing)} currency={currency} className="whitespace-normal" /> {t('missing')}
        </span>
      ) : (
        t('enough')
      )}
    </span>
  );
}

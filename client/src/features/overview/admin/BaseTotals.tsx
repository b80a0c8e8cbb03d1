import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminSettingsQuery, useChangeSettings } from '#client/features/settings/admin/settings.admin.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import type { OverviewStats } from './overview.admin.queries.ts';

type BaseTotalsProps = { base: NonNullable<OverviewStats['income']>['base']; days: number };

/** Fees, volume, needed cash and position in one currency, which a member who changes settings may choose. */
export function BaseTotals({ base: { currency, missing, ...totals }, days }: BaseTotalsProps) {
  const { t } = useTranslation('overview');
  const [inSpan, now] = [t('income.inSpan', { days }), t('income.now')];
  const shownTotals = [
    [t('income.fees'), totals.fees, inSpan],
    [t('card.volume'), totals.volume, inSpan],
    [t('income.due'), totals.due, now],
    [t('base.position'), totals.position, inSpan],
  ] as const;
  return (
    <section aria-labelledby="overview-base" className="flex flex-col gap-3 card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="overview-base" className="text-base">
          {t('base.title', { currency })}
        </h3>
        <ChooseBase />
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {shownTotals.map(([name, amount, range]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="order-first text-lg">
              <Money strong amount={amount} currency={currency} className="wrap-anywhere whitespace-normal!" />
            </dd>
            <dd className="text-xs text-muted">{range}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && <p className="text-sm text-pending">{t('base.missing', { names: missing.join(', ') })}</p>}
    </section>
  );
}

function ChooseBase() {
  const { t } = useTranslation('overview');
  const maySet = useMay()('settings.write');
  const { data: settings } = useQuery({ ...adminSettingsQuery, enabled: maySet });
  const change = useChangeSettings('GET /api/admin/overview');
  if (!settings) return null;
  const choose = (baseCurrency: string) =>
    change.mutate({ change: { offer: { baseCurrency } }, version: settings.version });
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1">
      <label className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('base.choose')}
        <select
          className="min-h-9 w-44 max-w-full min-w-0 cursor-pointer rounded-control border border-line-strong bg-bg px-2 text-ink pointer-coarse:min-h-11"
          value={settings.offer.baseCurrency}
          disabled={change.isPending}
          onChange={({ target }) => choose(target.value)}
        >
          {payoutCurrencies.map(({ code }) => (
            <option key={code} value={code}>
              {code} · {currencyName(code)}
            </option>
          ))}
        </select>
      </label>
      {change.error && <AdminProblem error={change.error} title={t('base.failed')} />}
    </div>
  );
}

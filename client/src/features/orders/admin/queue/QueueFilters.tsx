import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { methodsQuery } from '#client/features/payment-methods/admin/payment-methods.admin.queries.ts';
import { useMembers } from '#client/features/users/users.members.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { SortSelect } from '#client/ui/data/SortSelect.tsx';
import { DayRange } from '#client/ui/form/DayRange.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { FilterDialog } from '#client/ui/overlay/FilterDialog.tsx';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { verdictLevels } from '#shared/orders/orders.verdict-levels.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { dateSortOf, type QueueFilters, type QueueState, type Show } from './useQueueState.ts';

export function QueueFilterDialog({ state }: { state: QueueState }) {
  return (
    <FilterDialog iconOnly chosen={state.chosen} onClear={state.clear}>
      <Fields filters={state.filters} change={state.change} />
    </FilterDialog>
  );
}

function Fields({ filters, change }: Pick<QueueState, 'filters' | 'change'>) {
  const { t } = useTranslation(['orders.admin', 'common', 'deposits.admin']);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {/* Its first choice is the longest text of all. */}
      <div className="sm:col-span-2">
        <Select
          label={t('filter.status')}
          value={filters.show}
          onChange={({ target }) => change({ show: target.value as Show })}
        >
          <option value="open">{t('filter.open')}</option>
          <option value="all">{t('filter.all')}</option>
          <option value="lateCheck">{t('filter.lateCheck')}</option>
          <option value="latePayout">{t('filter.latePayout')}</option>
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`common:status.${status}`)}
            </option>
          ))}
        </Select>
      </div>
      <Select
        label={t('filter.type')}
        value={filters.type ?? ''}
        onChange={({ target }) => change({ type: (target.value || undefined) as QueueFilters['type'] })}
      >
        <option value="">{t('filter.anyType')}</option>
        <option value="sell">{t('filter.sales')}</option>
        <option value="fiat">{t('filter.exchanges')}</option>
      </Select>
      <Select
        label={t('filter.currency')}
        value={filters.currency ?? ''}
        onChange={({ target }) => change({ currency: target.value || undefined })}
      >
        <option value="">{t('filter.anyCurrency')}</option>
        {payoutCurrencies.map(({ code }) => (
          <option key={code} value={code}>
            {`${code} · ${currencyName(code)}`}
          </option>
        ))}
      </Select>
      <Select
        label={t('filter.verdict')}
        value={filters.verdict ?? ''}
        onChange={({ target }) => change({ verdict: verdictLevels.find((level) => level === target.value) })}
      >
        <option value="">{t('filter.anyVerdict')}</option>
        {verdictLevels.map((level) => (
          <option key={level} value={level}>
            {t(`deposits.admin:level.${level}`)}
          </option>
        ))}
      </Select>
      <AccountSelect {...{ filters, change }} />
      <HandlingFilters {...{ filters, change }} />
      <DayRange
        labels={{ from: t('filter.from'), to: t('filter.to') }}
        from={filters.from}
        to={filters.to}
        onChange={change}
      />
      <div className="sm:col-span-2">
        <SortSelect sorts={['oldest', 'newest']} value={dateSortOf(filters)} onChange={(sort) => change({ sort })} />
      </div>
    </div>
  );
}

function HandlingFilters({ filters, change }: Pick<QueueState, 'filters' | 'change'>) {
  const { t } = useTranslation('users.handling');
  const members = useMembers();
  return (
    <>
      <Select
        label={t('assignee')}
        value={filters.assignee ?? ''}
        onChange={({ target }) => change({ assignee: target.value || undefined })}
      >
        <option value="">{t('anybody')}</option>
        <option value="me">{t('mine')}</option>
        <option value="none">{t('noMember')}</option>
        {members
          .filter(({ isMe }) => !isMe)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Select>
      <TextInput
        label={t('tag')}
        required={false}
        maxLength={30}
        autoComplete="off"
        value={filters.tag ?? ''}
        onChange={({ target }) => change({ tag: target.value || undefined })}
      />
    </>
  );
}

function AccountSelect({ filters, change }: Pick<QueueState, 'filters' | 'change'>) {
  const { t } = useTranslation('orders.admin');
  const { data: accounts = [] } = useQuery(methodsQuery(undefined));
  return (
    <Select
      label={t('filter.account')}
      value={filters.account ?? ''}
      onChange={({ target }) => change({ account: target.value || undefined })}
    >
      <option value="">{t('filter.anyAccount')}</option>
      {accounts.map(({ id, currency, displayName }) => (
        <option key={id} value={id}>
          {`${currency} · ${displayName}`}
        </option>
      ))}
    </Select>
  );
}

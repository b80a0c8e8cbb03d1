import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textOfWord } from '#client/features/deposits/deposits.levels.ts';
import { methodsQuery } from '#client/features/payment-methods/admin/payment-methods.admin.queries.ts';
import { useMembers } from '#client/features/users/users.members.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { SortSelect } from '#client/ui/data/SortSelect.tsx';
import { DayRange } from '#client/ui/form/DateInput.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { FilterDialog } from '#client/ui/overlay/FilterDialog.tsx';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { verdictWords } from '#shared/orders/orders.verdict-levels.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { maxTypedTagLength } from '#shared/users/users.handling.ts';
import { dateSortOf, type QueueFilters, type QueueState, type Show } from './useQueueState.ts';

/** The button and dialog with the filters of the queue. */
export function QueueFilterDialog({ state }: { state: QueueState }) {
  return (
    <FilterDialog iconOnly chosen={state.chosen} onClear={state.clear}>
      <Fields filters={state.filters} change={state.change} />
    </FilterDialog>
  );
}

function Fields({ filters, change }: Pick<QueueState, 'filters' | 'change'>) {
  const { t } = useTranslation(['orders.admin', 'common']);
  const { t: ofDeposit } = useTranslation('deposits.admin');
  const may = useMay();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {/* Its first option has the longest text of all. */}
      <div className="sm:col-span-2">
        <Select
          label={t('filter.status')}
          value={filters.show}
          // The select offers no other values.
          onValue={(value) => change({ show: value as Show })}
          options={[
            ['open', may('orders.decide') ? t('work.todo') : t('filter.open')],
            ['waiting', t('work.waiting')],
            ['approved', t('work.approved')],
            ['done', t('work.done')],
            ['all', t('filter.all')],
            ['lateCheck', t('filter.lateCheck')],
            ['latePayout', t('filter.latePayout')],
            ...orderStatuses.map((status) => [status, t(`common:status.${status}`)] as const),
          ]}
        />
      </div>
      <Select
        label={t('filter.type')}
        value={filters.type ?? ''}
        // The select offers no other values.
        onValue={(value) => change({ type: (value || undefined) as QueueFilters['type'] })}
        options={[
          ['', t('filter.anyType')],
          ['sell', t('filter.sales')],
          ['fiat', t('filter.exchanges')],
        ]}
      />
      <Select
        label={t('filter.currency')}
        value={filters.currency ?? ''}
        onValue={(value) => change({ currency: value || undefined })}
        none={t('filter.anyCurrency')}
        options={payoutCurrencies.map(({ code }) => [code, `${code} · ${currencyName(code)}`])}
      />
      <Select
        label={t('filter.verdict')}
        value={filters.verdict ?? ''}
        onValue={(value) => change({ verdict: verdictWords.find((word) => word === value) })}
        none={t('filter.anyVerdict')}
        options={verdictWords.map((word) => [word, textOfWord(word, ofDeposit)])}
      />
      {may('wallets.write') && <AccountSelect filters={filters} change={change} />}
      <HandlingFilters filters={filters} change={change} />
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
        onValue={(value) => change({ assignee: value || undefined })}
        options={[
          ['', t('anybody')],
          ['me', t('mine')],
          ['none', t('noMember')],
          ...members.filter(({ isMe }) => !isMe).map(({ id, name }) => [id, name] as const),
        ]}
      />
      <TextInput
        label={t('tag')}
        required={false}
        maxLength={maxTypedTagLength}
        autoComplete="off"
        value={filters.tag ?? ''}
        onValue={(value) => change({ tag: value || undefined })}
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
      onValue={(value) => change({ account: value || undefined })}
      none={t('filter.anyAccount')}
      options={accounts.map(({ id, currency, displayName }) => [id, `${currency} · ${displayName}`])}
    />
  );
}

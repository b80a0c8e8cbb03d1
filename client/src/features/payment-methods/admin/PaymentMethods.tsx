import { useQuery } from '@tanstack/react-query';
import { Plus, Sprout } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { withParams } from '#client/lib/browser/useListParams.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { TabHeader } from '#client/ui/layout/Page.tsx';
import { MethodActionDialog, type PendingAction } from './MethodActionDialog.tsx';
import { MethodForm } from './MethodForm.tsx';
import { MethodList } from './MethodList.tsx';
import { adminCurrenciesQuery, methodsQuery } from './payment-methods.admin.queries.ts';

/** The tab of the receiving accounts. Every change needs the password, and is reported by mail. */
export function PaymentMethods() {
  // The preview's texts too: one that came later would blank the tab for a moment.
  const { t } = useTranslation(['payment-methods.admin', 'payment-methods', 'auth']);
  const [currency, setCurrency] = useState<string>();
  const { data: methods, error, refetch } = useQuery(methodsQuery(currency));
  const { data: currencies = [] } = useQuery(adminCurrenciesQuery);
  const [open, setOpen] = useOpenMethod();
  const [pending, setPending] = useState<PendingAction>();

  const method = methods?.find(({ id }) => id === open);
  if (open === 'new' || method) {
    return <MethodForm key={open} method={method} currencies={currencies} onClose={() => setOpen(undefined)} />;
  }
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <TabHeader title={t('title')} lede={t('lede')}>
        <div className="flex flex-wrap gap-3">
          <Button
            icon={<Sprout className="size-4" strokeWidth={2} />}
            onClick={() => setPending({ action: { kind: 'seed' }, name: '' })}
          >
            {t('seed')}
          </Button>
          <Button variant="filled" icon={<Plus className="size-4" strokeWidth={2} />} onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        </div>
      </TabHeader>
      <ApprovalSlot kinds={['address']} />
      <FilterChips
        single
        label={t('filter')}
        options={currencies.map(({ code }) => ({ value: code, text: code }))}
        chosen={currency ? [currency] : []}
        onChange={([code]) => setCurrency(code)}
      />
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {methods ? (
        methods.length > 0 ? (
          <MethodList methods={methods} onEdit={({ id }) => setOpen(id)} onAsk={setPending} />
        ) : (
          <EmptyState title={t('none')} text={t('noneText')} level={3} />
        )
      ) : (
        !error && <Skeleton line="h-64 rounded-card" />
      )}
      {pending && <MethodActionDialog {...pending} onClose={() => setPending(undefined)} />}
    </div>
  );
}

/** The account that the address opens, `new` for one to add: Back leads to the list, a reload to the same account. */
function useOpenMethod() {
  const [search, setSearch] = useSearchParams();
  const setOpen = useCallback(
    (method: string | undefined) => setSearch((old) => withParams(old, { method }), { preventScrollReset: false }),
    [setSearch],
  );
  return [search.get('method') ?? undefined, setOpen] as const;
}

import { useQuery } from '@tanstack/react-query';
import { Plus, Sprout } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminCurrenciesQuery } from '#client/features/payment-methods/admin/payment-methods.admin.queries.ts';
import { formatList } from '#client/lib/format/list.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TabHeader } from '#client/ui/layout/Page.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { defaultCurrencies } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { CurrencyDialog } from './CurrencyDialog.tsx';
import { CurrencyTable } from './CurrencyTable.tsx';
import { useSeedCurrencies, type AdminCurrency } from './fiat-exchange.admin.queries.ts';

/** The tab of exchange currencies: their order, their switch, and the seed of the default ones. */
export function FiatCurrencies() {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const { data: currencies, error, refetch } = useQuery(adminCurrenciesQuery);
  const [open, setOpen] = useState<'add' | 'seed' | AdminCurrency>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <TabHeader title={t('currencies.title')} lede={t('currencies.lede')}>
        <div className="flex flex-wrap gap-3">
          <Button
            icon={<Sprout aria-hidden="true" className="size-4" strokeWidth={2} />}
            onClick={() => setOpen('seed')}
          >
            {t('currencies.seed')}
          </Button>
          <Button
            variant="filled"
            icon={<Plus aria-hidden="true" className="size-4" strokeWidth={2} />}
            onClick={() => setOpen('add')}
          >
            {t('currencies.add')}
          </Button>
        </div>
      </TabHeader>
      {error && <AdminProblem error={error} title={t('currencies.failed.fetch')} onRetry={() => void refetch()} />}
      {currencies ? (
        currencies.length > 0 ? (
          <CurrencyTable currencies={currencies} onEdit={setOpen} />
        ) : (
          <EmptyState title={t('currencies.none')} text={t('currencies.noneText')} level={3} />
        )
      ) : (
        !error && <Skeleton line="h-48 rounded-card" />
      )}
      {open === 'seed' && <SeedDialog currencies={currencies ?? []} onClose={close} />}
      {open === 'add' && <CurrencyDialog nextOrder={(currencies?.length ?? 0) + 1} onClose={close} />}
      {typeof open === 'object' && <CurrencyDialog currency={open} nextOrder={open.sortOrder} onClose={close} />}
    </div>
  );
}

/** Shows what the seed will add before it does. */
function SeedDialog({ currencies, onClose }: { currencies: readonly AdminCurrency[]; onClose: () => void }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const seed = useSeedCurrencies();
  const missing = defaultCurrencies.filter((code) => !currencies.some((currency) => currency.code === code));
  const send = () =>
    seed.mutate(undefined, {
      onSuccess: () => {
        toast({ title: t('currencies.seeded'), tone: 'done' });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('currencies.seedAsk')}
      confirm={t('currencies.seed')}
      busy={seed.isPending}
      error={seed.error}
      failed={t('currencies.failed.seed')}
      onConfirm={send}
      onClose={onClose}
    >
      <p>{t('currencies.seedText', { all: formatList(defaultCurrencies) })}</p>
      <p className="font-medium">
        {missing.length > 0 ? t('currencies.seedAdds', { codes: formatList(missing) }) : t('currencies.seedNothing')}
      </p>
    </ConfirmDialog>
  );
}

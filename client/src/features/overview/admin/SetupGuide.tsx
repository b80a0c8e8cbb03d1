import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';
import { Button } from '#client/ui/form/Button.tsx';
import type { SetupStep } from '#shared/overview/overview.contract.ts';
import { setupQuery } from './overview.admin.queries.ts';

/** Where each step is done; rates are chosen where the product is started, and the test order is a customer's. */
const places: Record<SetupStep, string | undefined> = {
  secondFactor: '/admin/settings?tab=account',
  brand: '/admin/settings#brand',
  supportEmail: '/admin/settings#brand',
  hours: '/admin/settings#times',
  addresses: '/admin/wallets',
  accounts: '/admin/dashboard?tab=payment-methods',
  rates: undefined,
  fees: '/admin/settings#fees',
  testOrder: undefined,
};

const storageKey = 'landfall-admin-setup-done';

/** What an installation needs before its first customer; it stays until all is done, then until it is dismissed. */
export function SetupGuide() {
  const { t } = useTranslation('overview');
  const may = useMay();
  const { data } = useQuery({ ...setupQuery, enabled: may('settings.write') });
  const [isDismissed, setDismissed] = useState(() => readStored(storageKey) === 'yes');
  const open = data?.steps.filter(({ isDone }) => !isDone).length ?? 0;
  // A step that was undone, such as a sample address switched on again, brings the guide back.
  if (!data || (open === 0 && isDismissed)) return null;
  const dismiss = () => {
    writeStored(storageKey, 'yes');
    setDismissed(true);
  };
  return (
    <section aria-labelledby="setup-title" className="card flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="setup-title" className="text-base">
            {t('setup.title')}
          </h3>
          <p className="text-xs text-muted">
            {t('setup.progress', { done: data.steps.length - open, total: data.steps.length })}
          </p>
        </div>
        {open === 0 && (
          <Button size="small" onClick={dismiss}>
            {t('setup.dismiss')}
          </Button>
        )}
      </div>
      <ol className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {data.steps.map(({ id, isDone }) => (
          <Step key={id} id={id} isDone={isDone} />
        ))}
      </ol>
    </section>
  );
}

function Step({ id, isDone }: { id: SetupStep; isDone: boolean }) {
  const { t } = useTranslation('overview');
  const Icon = isDone ? Check : Circle;
  const place = places[id];
  return (
    <li className="flex items-start gap-2 border-t border-line py-2 text-sm">
      <Icon
        aria-hidden="true"
        className={isDone ? 'size-5 shrink-0 text-completed' : 'size-5 shrink-0 text-faint'}
        strokeWidth={1.75}
      />
      <span className="flex min-w-0 flex-col">
        {place && !isDone ? (
          <Link to={place} className="inline-flex min-h-6 items-center text-link">
            {t(`setup.step.${id}`)}
          </Link>
        ) : (
          <span className={isDone ? 'text-muted' : undefined}>{t(`setup.step.${id}`)}</span>
        )}
        <span className="sr-only">{t(isDone ? 'setup.done' : 'setup.open')}</span>
        {!isDone && (id === 'rates' || id === 'testOrder') && (
          <span className="text-xs text-muted">{t(`setup.${id}Hint`)}</span>
        )}
      </span>
    </li>
  );
}

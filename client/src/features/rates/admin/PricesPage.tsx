import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSettingsQuery } from '#client/features/settings/admin/settings.admin.queries.ts';
import { useNamedField } from '#client/lib/browser/useArrivalFocus.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NoteStack } from '#client/ui/feedback/NoteStack.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { PriceSources } from '../components/PriceSources.tsx';
import { MarketTables } from './MarketTables.tsx';
import { OfferForm } from './OfferForm.tsx';
import { ActivePauses, PausePanel, type PauseTarget } from './PausePanel.tsx';
import { StaleRates } from './StaleRates.tsx';

/** Prices, pauses, payout currencies and spreads. A member who may not change settings can still pause. */
export function PricesPage() {
  const { t } = useTranslation(['rates.admin', 'admin']);
  useNamedField();
  const maySet = useMay()('settings.write');
  // A row of the tables fills in the subject to pause; the reason is still to be typed.
  const [target, setTarget] = useState<PauseTarget>();
  const { data: settings, error } = useQuery({ ...adminSettingsQuery, enabled: maySet });
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <ScreenHead title={t('admin:market')} />
      <ApprovalSlot kinds={['settings']} />
      <NoteStack>
        <ActivePauses />
        <StaleRates />
      </NoteStack>
      <MarketTables offer={settings?.offer} onPause={(name) => setTarget({ name })} />
      <PausePanel target={target} />
      <section className="flex flex-col gap-3 card p-4 sm:p-5">
        <header className="flex flex-col gap-1">
          <h2 className="text-base">{t('sources.title')}</h2>
          <p className="max-w-[80ch] text-sm text-muted">{t('sources.lede')}</p>
        </header>
        <PriceSources />
      </section>
      {error && <AdminProblem error={error} title={t('failed.fetch')} />}
      {settings && <OfferForm settings={settings} />}
      {maySet && !settings && !error && <Skeleton line="h-80 rounded-card" />}
    </div>
  );
}

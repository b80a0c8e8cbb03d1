import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminSettingsQuery } from '#client/features/settings/admin/settings.admin.queries.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { OfferForm } from './OfferForm.tsx';
import { PausePanel } from './PausePanel.tsx';

/** What is taken now, what is paid out and with which spread. Whoever may not change settings can still pause. */
export function PricesPage() {
  const { t } = useTranslation(['rates.admin', 'admin']);
  const maySet = useMay()('settings.write');
  const { data: settings, error } = useQuery({ ...adminSettingsQuery, enabled: maySet });
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <PageTitle title={t('admin:prices')} className="text-lg">
        {t('admin:prices')}
      </PageTitle>
      <ApprovalSlot kinds={['settings']} />
      <PausePanel />
      {error && <AdminProblem error={error} title={t('failed.fetch')} />}
      {settings && <OfferForm settings={settings} />}
      {maySet && !settings && !error && <Skeleton line="h-80 rounded-card" />}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { StepUpDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { settingsValues } from '#client/features/chat/chat.settings-values.ts';
import { MailTexts } from '#client/features/mail/admin/MailTexts.tsx';
import { SetupGuide } from '#client/features/overview/admin/SetupGuide.tsx';
import { ChangeLines } from '#client/features/settings/admin/ChangeLines.tsx';
import { ReadyTexts } from '#client/features/settings/admin/ReadyTexts.tsx';
import {
  adminSettingsQuery,
  useChangeSettings,
  type AdminSettings,
  type SettingsChange,
} from '#client/features/settings/admin/settings.admin.queries.ts';
import { SettingsForms } from '#client/features/settings/admin/SettingsForms.tsx';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { teamQuery } from '#client/features/users/users.members.queries.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
import { MailTextDialog } from './MailTextDialog.tsx';

const tabIds = ['product', 'texts', 'mails', 'setup'] as const;
const tabSections = {
  product: ProductSection,
  texts: TextsSection,
  mails: MailsSection,
  setup: SetupSection,
};

/** The settings of the product, and its texts and emails. */
export function SystemSettingsPage() {
  const { t } = useTranslation(['settings.admin', 'auth.account', 'auth']);
  const [search] = useSearchParams();
  const current = tabIds.find((id) => id === search.get('tab')) ?? 'product';
  const Shown = tabSections[current];
  return (
    <div className="flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <PageTitle title={t('title')} className="text-lg">
        {t('title')}
      </PageTitle>
      <Tabs label={t('title')} current={current} tabs={tabIds.map((id) => ({ id, text: t(`tab.${id}`) }))} />
      <Shown />
    </div>
  );
}

function ProductSection() {
  const { t } = useTranslation('settings.admin');
  const { data: settings, error, refetch } = useQuery(adminSettingsQuery);
  // Which sections there are depends on it; without it the page still shows the others.
  const { data: team = [], isPending: isTeamPending } = useQuery(teamQuery);
  const [pendingChange, setPendingChange] = useState<SettingsChange>();
  return (
    <>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {settings && !isTeamPending && (
        <SettingsForms
          settings={settings}
          isTeam={team.filter(({ status }) => status === 'active').length > 1}
          onAsk={setPendingChange}
        />
      )}
      {(!settings || isTeamPending) && !error && (
        <Skeleton>
          <SkeletonLine className="mb-6 h-64 rounded-card" />
          <SkeletonLine className="h-96 rounded-card" />
        </Skeleton>
      )}
      {pendingChange && settings && (
        <SaveDialog settings={settings} change={pendingChange} onClose={() => setPendingChange(undefined)} />
      )}
    </>
  );
}

interface SaveDialogProps {
  settings: AdminSettings;
  change: SettingsChange;
  onClose: () => void;
}

/** Old beside new, and the password, before anything is saved. */
function SaveDialog({ settings, change, onClose }: SaveDialogProps) {
  const { t } = useTranslation('settings.admin');
  const { mutateAsync } = useChangeSettings();
  return (
    <StepUpDialog
      title={t('ask.title')}
      confirm={t('ask.yes')}
      failed={t('failed.update')}
      onProven={async (stepUp) => {
        await mutateAsync({ change, version: settings.version, stepUp });
        toast({ title: t('done'), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p>{t('ask.text')}</p>
      <ChangeLines settings={settings} change={change} />
    </StepUpDialog>
  );
}

function TextsSection() {
  const { t } = useTranslation(['chat', 'common']);
  const { data: settings } = useQuery(settingsQuery);
  return settings && <ReadyTexts values={settingsValues(settings, t)} />;
}

function MailsSection() {
  return <MailTexts dialogOf={(open, onClose) => <MailTextDialog {...open} onClose={onClose} />} />;
}

function SetupSection() {
  return <SetupGuide always />;
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { DevicesPart } from '#client/features/auth/parts/DevicesPart.tsx';
import { PasswordPart } from '#client/features/auth/parts/PasswordPart.tsx';
import { SecondFactorPart } from '#client/features/auth/parts/SecondFactorPart.tsx';
import { StepUpDialog } from '#client/features/auth/parts/StepUpDialog.tsx';
import { ChangeLines } from '#client/features/settings/admin/ChangeLines.tsx';
import {
  deskSettingsQuery,
  useChangeSettings,
  type DeskSettings,
  type SettingsChange,
} from '#client/features/settings/admin/settings-desk.api.ts';
import { SettingsForms } from '#client/features/settings/admin/SettingsForms.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { PageTitle } from '#client/ui/Page.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { toast } from '#client/ui/toast.ts';
import { BrowserSettings } from './BrowserSettings.tsx';

const tabIds = ['desk', 'account', 'browser'] as const;
const tabParts = { desk: DeskPart, account: AccountPart, browser: BrowserSettings };

/** How the desk is set, the administrator's own account, and this browser. */
export function SystemSettingsPage() {
  const { t } = useTranslation(['settingsDesk', 'account', 'auth']);
  const [search] = useSearchParams();
  const current = tabIds.find((id) => id === search.get('tab')) ?? 'desk';
  const Shown = tabParts[current];
  return (
    <div className="flex w-full max-w-4xl flex-col gap-5 p-4 md:p-6">
      <PageTitle title={t('title')} className="text-lg">
        {t('title')}
      </PageTitle>
      <Tabs label={t('title')} current={current} tabs={tabIds.map((id) => ({ id, text: t(`tab.${id}`) }))} />
      <Shown />
    </div>
  );
}

function DeskPart() {
  const { t } = useTranslation('settingsDesk');
  const { data: settings, error, refetch } = useQuery(deskSettingsQuery);
  const [asked, setAsked] = useState<SettingsChange>();
  return (
    <>
      {error && <DeskProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {settings && <SettingsForms settings={settings} onAsk={setAsked} />}
      {!settings && !error && (
        <Skeleton>
          <Bone className="mb-6 h-64 rounded-card" />
          <Bone className="h-96 rounded-card" />
        </Skeleton>
      )}
      {asked && settings && <SaveDialog settings={settings} change={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface SaveDialogProps {
  settings: DeskSettings;
  change: SettingsChange;
  onClose: () => void;
}

/** Old beside new, and the password, before anything is saved. */
function SaveDialog({ settings, change, onClose }: SaveDialogProps) {
  const { t } = useTranslation('settingsDesk');
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

function AccountPart() {
  return (
    <div className="flex max-w-xl flex-col gap-10">
      <PasswordPart />
      <SecondFactorPart />
      <DevicesPart />
    </div>
  );
}

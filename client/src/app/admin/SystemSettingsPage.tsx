import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { settingsValues } from '#client/features/chat/chat.settings-values.ts';
import {
  useChangeMailText,
  useResetMailText,
  type OpenMailText,
} from '#client/features/mail/admin/mail.texts.queries.ts';
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
import { useNamedField } from '#client/lib/browser/useArrivalFocus.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { WordingExample } from '#client/ui/form/WordingExample.tsx';
import { PageHead } from '#client/ui/layout/admin/PageHead.tsx';
import { ActionDialog, ActionFormDialog } from '#client/ui/overlay/ActionDialog.tsx';
import { customerMails, mailTextInput } from '#shared/mail/mail.texts.contract.ts';
import { fillReadyText } from '#shared/settings/settings.ready-texts.contract.ts';

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
  const currentTab = tabIds.find((id) => id === search.get('tab')) ?? 'product';
  const CurrentSection = tabSections[currentTab];
  return (
    <>
      <PageHead
        title={t('title')}
        tabs={{
          label: t('title'),
          current: currentTab,
          tabs: tabIds.map((id) => ({ id, text: t(`tab.${id}`) })),
          hrefOf: (id) => `?tab=${id}`,
        }}
      />
      <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
        <CurrentSection />
      </div>
    </>
  );
}

function ProductSection() {
  const { t } = useTranslation('settings.admin');
  useNamedField();
  const { data: settings, error, refetch } = useQuery(adminSettingsQuery);
  // Some sections depend on the team; without it the page still shows the others.
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
      {(!settings || isTeamPending) && !error && <Skeleton line={['mb-6 h-64 rounded-card', 'h-96 rounded-card']} />}
      {pendingChange && settings && (
        <SaveDialog settings={settings} change={pendingChange} onClose={() => setPendingChange(undefined)} />
      )}
    </>
  );
}

/** Shows old and new values side by side before anything is saved. */
function SaveDialog(props: { settings: AdminSettings; change: SettingsChange; onClose: () => void }) {
  const { settings, change, onClose } = props;
  const { t } = useTranslation('settings.admin');
  const { mutateAsync } = useChangeSettings();
  return (
    <ActionDialog
      title={t('ask.title')}
      confirm={t('ask.yes')}
      failed={t('failed.update')}
      done={t('done')}
      act={() => mutateAsync({ change, version: settings.version })}
      onClose={onClose}
    >
      <p>{t('ask.text')}</p>
      <ChangeLines settings={settings} change={change} />
    </ActionDialog>
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

const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(' ');

/**
 * Edits one mail in one language: its text, a preview with example values, and a button that restores the built-in
 * text.
 */
function MailTextDialog({ mail, language, onClose }: OpenMailText & { onClose: () => void }) {
  const { t } = useTranslation('mail.admin');
  const { template, builtIn, own, example } = mail;
  const [form, field] = useContractForm(mailTextInput, { defaultValues: { template, language, ...(own ?? builtIn) } });
  useLeaveGuard(form.formState.isDirty);
  const [subject, heading, body] = useWatch({ control: form.control, name: ['subject', 'heading', 'body'] });
  const change = useChangeMailText();
  const reset = useResetMailText();
  const restore = () =>
    reset.mutate({ template, language }, { onSuccess: toastDone({ title: t('wasReset') }, onClose) });
  const { required, optional, title } = customerMails[template];
  const titleHint = title.length > 0 ? t('titleHint', { placeholders: inBraces(title) }) : undefined;
  const optionalHint = optional.length > 0 ? t('bodyAlso', { placeholders: inBraces(optional) }) : '';
  const inLanguage = { lang: language, dir: 'auto' } as const;
  return (
    <ActionFormDialog
      form={form}
      title={t('title', { name: fillReadyText(builtIn.subject, example) })}
      confirm={t('save')}
      failed={t('failed')}
      done={t('saved')}
      act={change.mutateAsync}
      onClose={onClose}
    >
      <TextInput label={t('subject')} hint={titleHint} {...inLanguage} {...field('subject')} />
      <TextInput label={t('heading')} hint={titleHint} {...inLanguage} {...field('heading')} />
      <TextArea
        label={t('body')}
        hint={`${t('bodyHint', { placeholders: inBraces(required) })} ${optionalHint}`}
        rows={10}
        {...inLanguage}
        {...field('body')}
      />
      <WordingExample
        caption={t('example')}
        language={language}
        reset={own ? { label: t('reset'), busy: reset.isPending, onReset: restore } : undefined}
      >
        <p className="text-muted">{fillReadyText(subject, example)}</p>
        <p className="text-base font-medium">{fillReadyText(heading, example)}</p>
        <p>{mail.greeting}</p>
        <p>{fillReadyText(body, example)}</p>
      </WordingExample>
      <AdminProblem error={reset.error} title={t('failed')} onRetry={restore} />
    </ActionFormDialog>
  );
}

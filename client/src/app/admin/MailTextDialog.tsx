import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { StepUpFormDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import {
  useChangeMailText,
  useResetMailText,
  type OpenMailText,
} from '#client/features/mail/admin/mail.texts.queries.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { WordingExample } from '#client/ui/form/WordingExample.tsx';
import { customerMails, mailTextInput } from '#shared/mail/mail.texts.contract.ts';
import { fillReadyText } from '#shared/settings/settings.ready-texts.contract.ts';

const schema = mailTextInput.and(z.object(credentials));
const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(' ');

/** One mail in one language: its text, how it reads to an invented customer, and the way back to the built-in one. */
export function MailTextDialog({ mail, language, onClose }: OpenMailText & { onClose: () => void }) {
  const { t } = useTranslation('mail.admin');
  const { template, builtIn, own, example } = mail;
  const form = useContractForm(schema, {
    defaultValues: { template, language, ...(own ?? builtIn), ...emptyCredentials },
  });
  useLeaveGuard(form.formState.isDirty);
  const field = useFields(form);
  const [subject, heading, body] = useWatch({ control: form.control, name: ['subject', 'heading', 'body'] });
  const change = useChangeMailText();
  const reset = useResetMailText();
  const restore = () =>
    reset.mutate(
      { template, language },
      {
        onSuccess: () => {
          toast({ title: t('wasReset'), tone: 'done' });
          onClose();
        },
      },
    );
  const { required, optional, title } = customerMails[template];
  const titleHint = title.length > 0 ? t('titleHint', { placeholders: inBraces(title) }) : undefined;
  const optionalHint = optional.length > 0 ? t('bodyAlso', { placeholders: inBraces(optional) }) : '';
  const inLanguage = { lang: language, dir: 'auto' } as const;
  return (
    <StepUpFormDialog
      form={form}
      title={t('title', { name: fillReadyText(builtIn.subject, example) })}
      confirm={t('save')}
      failed={t('failed')}
      onProven={async (stepUp, values) => {
        const { password: _password, code: _code, ...text } = values;
        await change.mutateAsync({ ...text, stepUp });
        toast({ title: t('saved'), tone: 'done' });
      }}
      onClose={onClose}
    >
      <TextInput label={t('subject')} hint={titleHint} maxLength={150} {...inLanguage} {...field('subject')} />
      <TextInput label={t('heading')} hint={titleHint} maxLength={150} {...inLanguage} {...field('heading')} />
      <TextArea
        label={t('body')}
        hint={`${t('bodyHint', { placeholders: inBraces(required) })} ${optionalHint}`}
        maxLength={5000}
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
    </StepUpFormDialog>
  );
}

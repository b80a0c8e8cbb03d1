import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { supportedLanguages } from '#client/lib/i18n/catalogues.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { chooseLanguage } from '#client/ui/feedback/choose-language.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { languages } from '#shared/reference/languages.ts';
import { changeOwnProfile } from '#shared/users/users.profile.contract.ts';
import { useChangeProfile, type ProfileChanges } from '../users.profile.queries.ts';

const offeredLanguages = languages.filter(({ code }) => supportedLanguages.includes(code));

type ProfileFields = Pick<SessionUser, 'firstName' | 'middleName' | 'lastName' | 'mobileNumber' | 'language'>;

function valuesOf({ firstName, middleName, lastName, mobileNumber, language }: ProfileFields) {
  const languageCode = offeredLanguages.find(({ code }) => code === language)?.code ?? 'en';
  return {
    firstName,
    middleName: middleName ?? '',
    lastName,
    mobileNumber: mobileNumber ?? '',
    language: languageCode,
  };
}

/** Names, phone and language of mails and screens. Saves only changed fields. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation('users.profile');
  const save = useChangeProfile();
  const [form, field] = useContractForm(changeOwnProfile.body, {
    mode: 'onTouched',
    values: valuesOf(user),
    // The user may be refetched during typing, for example after an offline period.
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, dirtyFields } = form.formState;
  useLeaveGuard(isDirty);

  const submit = (values: ProfileChanges) => {
    const changedValues = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields));
    save.mutate(changedValues, {
      onSuccess: (savedProfile) => {
        form.reset(valuesOf(savedProfile));
        if ('language' in changedValues) void chooseLanguage(savedProfile.language);
        toast({ title: t('form.saved'), text: t('form.savedText') });
      },
    });
  };

  return (
    <Form form={form} onSubmit={submit} error={save.error} errorTitle={t('form.failed')}>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextInput label={t('form.firstName')} autoComplete="given-name" {...field('firstName')} />
        <TextInput label={t('form.lastName')} autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextInput label={t('form.middleName')} optional autoComplete="additional-name" {...field('middleName')} />
      <TextInput
        label={t('form.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        {...field('mobileNumber')}
      />
      {offeredLanguages.length > 1 && (
        <Select label={t('form.language')} hint={t('form.languageHint')} {...field('language')}>
          {offeredLanguages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SendButton text={t('form.save')} type="submit" variant="filled" busy={save.isPending} disabled={!isDirty} />
        {isDirty && <Button text={t('form.discard')} variant="ghost" onClick={() => form.reset()} />}
        <output className="text-sm text-completed">{save.isSuccess && !isDirty ? t('form.savedText') : ''}</output>
      </div>
    </Form>
  );
}

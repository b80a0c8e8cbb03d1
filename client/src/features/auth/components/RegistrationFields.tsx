import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Controller, useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import type { ComboboxOption } from '#client/ui/form/combobox/combobox-options.ts';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import { FieldGroup, useFields } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { countries } from '#shared/reference/countries.ts';
import { dialCodeOf, type RegistrationForm, type RegistrationValues } from './auth.registration-form.ts';
import { NewPassword } from './NewPassword.tsx';

type Props = { form: UseFormReturn<RegistrationForm, unknown, RegistrationValues> };

/** Fields of a new account: the person, how to reach them, and their password. */
export function RegistrationFields({ form }: Props) {
  const { t } = useTranslation('auth');
  const [dialCode, password] = useWatch({ control: form.control, name: ['countryCode', 'password'] });
  const field = useFields(form);
  return (
    <>
      <FieldGroup title={t('register.yourName')}>
        <NameFields form={form} />
      </FieldGroup>
      <FieldGroup title={t('register.contact')}>
        <TextInput label={t('field.email')} type="email" inputMode="email" autoComplete="email" {...field('email')} />
        <CountryField form={form} />
        <TextInput
          label={t('field.mobile')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          prefix={dialCode ? <bdi dir="ltr">{dialCode}</bdi> : undefined}
          {...field('mobileNumber')}
        />
      </FieldGroup>
      <FieldGroup title={t('register.password')}>
        <NewPassword password={field('password')} typed={password} repetition={field('confirmPassword')} />
      </FieldGroup>
      <Checkbox label={t('register.age')} hint={t('register.ageWhy')} {...field('ageConfirmed')} />
    </>
  );
}

function NameFields({ form }: Props) {
  const { t } = useTranslation('auth');
  const [withMiddle, setWithMiddle] = useState(Boolean(form.getValues('middleName')));
  const field = useFields(form);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextInput label={t('field.firstName')} autoComplete="given-name" {...field('firstName')} />
        <TextInput label={t('field.lastName')} autoComplete="family-name" {...field('lastName')} />
      </div>
      {withMiddle ? (
        <TextInput label={t('field.middleName')} optional autoComplete="additional-name" {...field('middleName')} />
      ) : (
        <Button
          text={t('register.addMiddleName')}
          variant="ghost"
          className="-ms-2 self-start"
          icon={<Plus className="size-4" strokeWidth={2} />}
          onClick={() => setWithMiddle(true)}
        />
      )}
    </>
  );
}

/** The countries by their names in this language; found by their English names too. */
function countriesIn(language: string): ComboboxOption[] {
  const local = new Intl.DisplayNames(language, { type: 'region' });
  return countries
    .map(({ name, code, dialCode }) => ({
      value: code,
      text: (language !== 'en' && local.of(code)) || name,
      aside: dialCode,
      keywords: name,
    }))
    .toSorted((a, b) => a.text.localeCompare(b.text, language));
}

function CountryField({ form }: Props) {
  const { t, i18n } = useTranslation('auth');
  const errorTextOf = useFieldErrorText();
  const options = useMemo(() => countriesIn(i18n.language), [i18n.language]);
  // The region of the browser proposes a country until the field was visited.
  const isProposed = !useFormState({ control: form.control, name: 'country' }).touchedFields.country;
  const choose = (code: string, onChange: (value: string) => void) => {
    onChange(code);
    form.setValue('countryCode', dialCodeOf(code), { shouldValidate: form.formState.isSubmitted });
  };
  return (
    <Controller
      control={form.control}
      name="country"
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <Combobox
          ref={ref}
          label={t('field.country')}
          options={options}
          value={value}
          onChange={(code) => choose(code, onChange)}
          onBlur={onBlur}
          placeholder={t('register.findCountry')}
          hint={isProposed && value !== '' ? t('register.countryProposed') : undefined}
          error={errorTextOf(fieldState.error)}
        />
      )}
    />
  );
}

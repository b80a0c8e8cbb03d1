import { BookUser, IdCard, SquareUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { documentTypes, type DocumentType } from '#shared/kyc/kyc.rules.ts';
import { BirthField } from './BirthField.tsx';
import type { KycFormProp } from './kyc.form.ts';
import { nationalityOptions } from './kyc.nationalities.ts';

const icons: Record<DocumentType, typeof IdCard> = {
  passport: BookUser,
  drivers_license: IdCard,
  national_id: SquareUserRound,
};

/** The user's claims: the document, and their data as printed on it. */
export function ClaimFields({ form, masked }: KycFormProp & { masked: string | undefined }) {
  const { t } = useTranslation('kyc');
  const field = useFields(form);
  const options = documentTypes.map((value) => {
    const Icon = icons[value];
    return {
      value,
      title: t(`type.${value}`),
      icon: <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />,
    };
  });
  return (
    <>
      <Group title={t('form.document')}>
        <RadioCards legend={t('form.documentType')} options={options} columns={3} {...field('documentType')} />
        <TextInput
          label={t('form.documentNumber')}
          hint={masked ? t('form.documentNumberLast', { masked }) : t('form.documentNumberHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          {...field('documentNumber')}
        />
      </Group>
      <Group title={t('form.about')}>
        <TextInput
          label={t('form.fullName')}
          hint={t('form.fullNameHint')}
          autoComplete="name"
          {...field('fullName')}
        />
        <BirthField form={form} />
        <NationalityField form={form} />
        <TextArea
          label={t('form.address')}
          hint={t('form.addressHint')}
          autoComplete="street-address"
          rows={2}
          {...field('address')}
        />
      </Group>
    </>
  );
}

/** A numbered part of the form. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="mb-4 text-lg font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}

function NationalityField({ form }: KycFormProp) {
  const { t, i18n } = useTranslation('kyc');
  const errorTextOf = useFieldErrorText();
  return (
    <Controller
      control={form.control}
      name="nationality"
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <Combobox
          ref={ref}
          label={t('form.nationality')}
          options={nationalityOptions(i18n.language, value)}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          placeholder={t('form.findCountry')}
          autoComplete="country-name"
          error={errorTextOf(fieldState.error)}
        />
      )}
    />
  );
}

import { BookUser, IdCard, SquareUserRound } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ComboboxOption } from '#client/ui/form/combobox/combobox-options.ts';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import { FieldGroup, useFields } from '#client/ui/form/Form.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { documentTypes, type DocumentType } from '#shared/kyc/kyc.rules.ts';
import { DayField } from './DayField.tsx';
import type { KycFormProp } from './kyc.form.ts';

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
      icon: <Icon className="mt-0.5 size-5 shrink-0 text-muted" />,
    };
  });
  return (
    <>
      <FieldGroup title={t('form.document')}>
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
      </FieldGroup>
      <FieldGroup title={t('form.about')}>
        <TextInput
          label={t('form.fullName')}
          hint={t('form.fullNameHint')}
          autoComplete="name"
          {...field('fullName')}
        />
        <Controller
          control={form.control}
          name="dateOfBirth"
          render={(props) => (
            <DayField isBirthday legend={t('form.dateOfBirth')} hint={t('form.dateOfBirthHint')} {...props} />
          )}
        />
        <NationalityField form={form} />
        <TextArea
          label={t('form.address')}
          hint={t('form.addressHint')}
          autoComplete="street-address"
          rows={2}
          {...field('address')}
        />
      </FieldGroup>
    </>
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

/** All of ISO 3166-1 alpha-2: a passport may be from a country without payouts. */
const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

const optionsByLanguage = new Map<string, ComboboxOption[]>();

/** Countries by their names in this language; an unlisted `value`, sent by another program, stays selectable. */
function nationalityOptions(language: string, value: string): readonly ComboboxOption[] {
  const options = optionsByLanguage.get(language) ?? countryOptions(language);
  optionsByLanguage.set(language, options);
  const isKnown = value === '' || options.some((option) => option.value === value);
  return isKnown ? options : [{ value, text: value }, ...options];
}

function countryOptions(language: string): ComboboxOption[] {
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const local = new Intl.DisplayNames(language, { type: 'region' });
  return codes
    .map((code) => ({ value: english.of(code) ?? code, text: local.of(code) ?? code, aside: code }))
    .toSorted((a, b) => a.text.localeCompare(b.text, language));
}

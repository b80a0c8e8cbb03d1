import { useTranslation } from 'react-i18next';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { changedOf, Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';

const schema = settingsInput.shape.brand.unwrap().required();

/** Name and contact details of the operator. */
export function BrandForm({ settings: { brand }, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: brand });
  const field = useFields(form);
  return (
    <Section
      id="brand"
      title={t('brand.title')}
      lede={t('brand.lede')}
      save={t('brand.save')}
      form={form}
      onSubmit={(after) => onAsk({ brand: changedOf(brand, after) })}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextInput label={t('field.name')} hint={t('brand.nameHint')} autoComplete="off" {...field('name')} />
        <TextInput label={t('field.operator')} autoComplete="off" {...field('operator')} />
        <TextInput label={t('field.supportEmail')} type="email" autoComplete="off" {...field('supportEmail')} />
        <TextInput label={t('field.telegram')} optional dir="ltr" autoComplete="off" {...field('telegram')} />
        <TextInput label={t('field.x')} optional type="url" dir="ltr" autoComplete="off" {...field('x')} />
        <TextInput
          label={t('field.facebook')}
          optional
          type="url"
          dir="ltr"
          autoComplete="off"
          {...field('facebook')}
        />
        <TextInput
          label={t('field.instagram')}
          optional
          type="url"
          dir="ltr"
          autoComplete="off"
          {...field('instagram')}
        />
      </div>
    </Section>
  );
}

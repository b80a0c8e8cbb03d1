import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';
import { groupedUsd } from './settings.grouped.ts';

const schema = settingsInput.shape.fees.unwrap();
const maxTiers = 10;
/** An empty field becomes NaN, so that the schema reports it as missing. */
const asNumber = { setValueAs: (typed: unknown) => (typed === '' ? Number.NaN : Number(typed)) };

/** The fee tiers: the whole order is charged at the tier its value in US dollars reaches. */
export function FeesForm({ settings, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const form = useContractForm(schema, {
    mode: 'onTouched',
    defaultValues: { tiers: settings.fees.tiers.map(({ overUsd, percent }) => ({ overUsd, percent })) },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'tiers' });
  const field = useFields(form);
  const tiers = form.watch('tiers');
  return (
    <Section
      id="fees"
      title={t('fees.title')}
      lede={t('fees.lede')}
      save={t('fees.save')}
      form={form}
      onSubmit={(fees) => onAsk({ fees })}
    >
      <ol className="flex flex-col gap-4">
        {fields.map(({ id }, at) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_2.75rem] items-start gap-2 sm:max-w-xl sm:gap-3"
          >
            <TextInput
              label={t('fees.over')}
              aria-label={t('fees.overOf', { tier: at + 1 })}
              inputMode="decimal"
              suffix="USD"
              hint={groupedUsd(tiers[at]?.overUsd)}
              readOnly={at === 0}
              {...field(`tiers.${at}.overUsd`)}
              {...form.register(`tiers.${at}.overUsd`, asNumber)}
            />
            <TextInput
              label={t('fees.percent')}
              aria-label={t('fees.percentOf', { tier: at + 1 })}
              inputMode="decimal"
              suffix="%"
              {...field(`tiers.${at}.percent`)}
              {...form.register(`tiers.${at}.percent`, asNumber)}
            />
            <span className="pt-8">
              {at > 0 && (
                <IconButton label={t('fees.remove', { tier: at + 1 })} onClick={() => remove(at)}>
                  <Trash2 className="size-4" strokeWidth={1.75} />
                </IconButton>
              )}
            </span>
          </li>
        ))}
      </ol>
      {fields.length < maxTiers && (
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden="true" className="size-4" strokeWidth={2} />}
            onClick={() => append({ overUsd: Number.NaN, percent: Number.NaN })}
          >
            {t('fees.add')}
          </Button>
        </div>
      )}
    </Section>
  );
}

import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';

const schema = settingsInput.shape.landing.unwrap().required();
const maxEntries = 6;

/** Stats and testimonials of the landing page: the operator's own and true, or none. */
export function LandingForm({ settings: { landing }, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: landing });
  const field = useFields(form);
  const stats = useFieldArray({ control: form.control, name: 'stats' });
  const testimonials = useFieldArray({ control: form.control, name: 'testimonials' });
  const asNumber = { setValueAs: (typed: unknown) => (typed === '' ? Number.NaN : Number(typed)) };
  return (
    <Section
      id="landing"
      title={t('landing.title')}
      lede={t('landing.lede')}
      save={t('landing.save')}
      form={form}
      onSubmit={(after) => onAsk({ landing: after })}
    >
      <ol className="flex flex-col gap-4 empty:hidden">
        {stats.fields.map(({ id }, at) => (
          <li key={id} className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_2.75rem]">
            <TextInput label={t('landing.value', { number: at + 1 })} {...field(`stats.${at}.value`)} />
            <TextInput label={t('landing.label', { number: at + 1 })} {...field(`stats.${at}.label`)} />
            <Remove label={t('landing.removeStat', { number: at + 1 })} onClick={() => stats.remove(at)} />
          </li>
        ))}
      </ol>
      {stats.fields.length < maxEntries && (
        <Add text={t('landing.addStat')} onClick={() => stats.append({ value: '', label: '' })} />
      )}
      <ol className="flex flex-col gap-6 empty:hidden">
        {testimonials.fields.map(({ id }, at) => (
          <li
            key={id}
            className="grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_2.75rem]"
          >
            <TextInput label={t('landing.name', { number: at + 1 })} {...field(`testimonials.${at}.name`)} />
            <TextInput label={t('landing.place', { number: at + 1 })} {...field(`testimonials.${at}.place`)} />
            <TextInput
              label={t('landing.stars', { number: at + 1 })}
              inputMode="numeric"
              {...field(`testimonials.${at}.stars`)}
              {...form.register(`testimonials.${at}.stars`, asNumber)}
            />
            <Remove label={t('landing.remove', { number: at + 1 })} onClick={() => testimonials.remove(at)} />
            <div className="sm:col-span-3">
              <TextArea label={t('landing.text', { number: at + 1 })} {...field(`testimonials.${at}.text`)} />
            </div>
          </li>
        ))}
      </ol>
      {testimonials.fields.length < maxEntries && (
        <Add
          text={t('landing.add')}
          onClick={() => testimonials.append({ name: '', place: '', stars: Number.NaN, text: '' })}
        />
      )}
    </Section>
  );
}

function Add({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <div>
      <Button size="small" icon={<Plus aria-hidden="true" className="size-4" strokeWidth={2} />} onClick={onClick}>
        {text}
      </Button>
    </div>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <span className="sm:pt-8">
      <IconButton label={label} onClick={onClick}>
        <Trash2 className="size-4" strokeWidth={1.75} />
      </IconButton>
    </span>
  );
}

import { useTranslation } from 'react-i18next';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { changedOf, Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';

const support = settingsInput.shape.support.unwrap().required();
const schema = support.extend(settingsInput.shape.times.unwrap().required().shape);

/** Opening hours and durations: quoted verbatim by the site, the wizards, the chat and the mails. */
export function TimesForm({ settings, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const before = { ...settings.support, ...settings.times };
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: before });
  const field = useFields(form);
  return (
    <Section
      id="times"
      title={t('times.title')}
      lede={t('times.lede')}
      save={t('times.save')}
      form={form}
      onSubmit={(after) => {
        const [changedTexts, changedTimes] = [
          changedOf(settings.support, pick(after, settings.support)),
          timesOf(after, settings),
        ];
        onAsk({
          ...(Object.keys(changedTexts).length > 0 && { support: changedTexts }),
          ...(Object.keys(changedTimes).length > 0 && { times: changedTimes }),
        });
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextInput label={t('field.hours')} hint={t('times.hoursHint')} autoComplete="off" {...field('hours')} />
        <TextInput label={t('field.agentReply')} autoComplete="off" {...field('agentReply')} />
        <TextInput label={t('field.emailReply')} autoComplete="off" {...field('emailReply')} />
        <TextInput label={t('field.transfer')} autoComplete="off" {...field('transfer')} />
        <TextInput label={t('field.check')} autoComplete="off" {...field('check')} />
        <TextInput label={t('field.payout')} autoComplete="off" {...field('payout')} />
        <TextInput label={t('field.kyc')} autoComplete="off" {...field('kyc')} />
      </div>
    </Section>
  );
}

type Texts = Record<string, string>;

function pick<Wanted extends Texts>(from: Texts, wanted: Wanted): Wanted {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, from[key] ?? ''])) as Wanted;
}

function timesOf(after: Texts, { times }: SettingsFormProps['settings']) {
  return changedOf(times, pick(after, times));
}

import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { changedOf, Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';

const schema = settingsInput.shape.payouts.unwrap().required();
const choices = [
  ['completedWhen', ['sent', 'settled']],
  ['settleExact', ['ask', 'auto']],
  ['handPayments', ['allowed', 'after_release']],
  ['payeeChecks', ['warn', 'off', 'block']],
] as const;
const asNumber = { setValueAs: (typed: unknown) => (typed === '' ? Number.NaN : Number(typed)) };

/** How payouts leave, and what statements of the bank settle. */
export function PayoutsForm({ settings: { payouts }, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: payouts });
  const field = useFields(form);
  return (
    <Section
      id="payouts"
      title={t('payouts.title')}
      lede={t('payouts.lede')}
      save={t('payouts.save')}
      form={form}
      onSubmit={({ feeTolerance, ...after }) => {
        const { percent, max } = payouts.feeTolerance;
        const isSame = feeTolerance.percent === percent && feeTolerance.max === max;
        onAsk({ payouts: { ...changedOf<Partial<typeof payouts>>(payouts, after), ...(!isSame && { feeTolerance }) } });
      }}
    >
      <div className="grid items-end gap-5 sm:grid-cols-2 sm:gap-4">
        {choices.map(([name, values]) => (
          <Select key={name} label={t(`field.${name}`)} {...field(name)}>
            {values.map((value) => (
              <option key={value} value={value}>
                {t(`payouts.choice.${value}`)}
              </option>
            ))}
          </Select>
        ))}
        {(['percent', 'max'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`payouts.fee.${name}`)}
            inputMode="decimal"
            suffix={name === 'percent' ? '%' : undefined}
            {...field(`feeTolerance.${name}`)}
            {...form.register(`feeTolerance.${name}`, asNumber)}
          />
        ))}
      </div>
      <Checkbox label={t('field.askCustomer')} {...form.register('askCustomer')} />
    </Section>
  );
}

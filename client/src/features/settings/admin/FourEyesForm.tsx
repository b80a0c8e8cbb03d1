import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { changedOf, Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';
import { groupedUsd } from './settings.grouped.ts';

const schema = settingsInput.shape.fourEyes.unwrap().required();

/** Which actions need a second member. Loosening a rule needs one too. */
export function FourEyesForm({ settings: { fourEyes }, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: fourEyes });
  const field = useFields(form);
  const asNumber = { setValueAs: (typed: unknown) => (typed === '' ? Number.NaN : Number(typed)) };
  // An empty field switches the rule off.
  const asLimit = { setValueAs: (typed: unknown) => (typed === '' || typed === null ? null : Number(typed)) };
  return (
    <Section
      id="fourEyes"
      title={t('fourEyes.title')}
      lede={t('fourEyes.lede')}
      save={t('fourEyes.save')}
      form={form}
      onSubmit={(after) => onAsk({ fourEyes: changedOf(fourEyes, after) })}
    >
      <ApprovalSlot kinds={['settings']} />
      <div className="grid items-end gap-5 sm:grid-cols-2 sm:gap-4">
        <TextInput
          label={t('field.payoutOverUsd')}
          hint={t('fourEyes.emptyHint')}
          optional
          inputMode="decimal"
          suffix="USD"
          aside={groupedUsd(form.watch('payoutOverUsd'))}
          {...field('payoutOverUsd')}
          {...form.register('payoutOverUsd', asLimit)}
        />
        <TextInput
          label={t('field.rateOverPercent')}
          hint={t('fourEyes.emptyHint')}
          optional
          inputMode="decimal"
          suffix="%"
          {...field('rateOverPercent')}
          {...form.register('rateOverPercent', asLimit)}
        />
      </div>
      <Checkbox label={t('field.warnedApproval')} {...form.register('warnedApproval')} />
      <Checkbox label={t('field.addressChange')} {...form.register('addressChange')} />
      <Checkbox label={t('field.payoutRelease')} {...form.register('payoutRelease')} />
      <Checkbox label={t('field.liftBlock')} {...form.register('liftBlock')} />
      <Checkbox label={t('field.eraseUser')} {...form.register('eraseUser')} />
      <TextInput
        label={t('field.expireHours')}
        inputMode="numeric"
        className="sm:max-w-xs"
        {...field('expireHours')}
        {...form.register('expireHours', asNumber)}
      />
    </Section>
  );
}

import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { changedOf, Section } from './Section.tsx';
import type { SettingsChange } from './settings.admin.queries.ts';
import type { SettingsFormProps } from './settings.form-props.ts';
import { groupedUsd } from './settings.grouped.ts';

const schema = z.object({
  kycUsd: settingsInput.shape.limits.unwrap().shape.kycUsd.unwrap(),
  retentionYears: settingsInput.shape.limits.unwrap().shape.retentionYears.unwrap(),
  checkHours: settingsInput.shape.limits.unwrap().shape.checkHours.unwrap(),
  payoutHours: settingsInput.shape.limits.unwrap().shape.payoutHours.unwrap(),
  payoutEvidenceRequired: z.boolean(),
  newOrderMail: z.boolean(),
  confirmAboveUsd: settingsInput.shape.rules.unwrap().shape.confirmAboveUsd.unwrap(),
});

type Limits = Record<'kycUsd' | 'retentionYears' | 'checkHours' | 'payoutHours', number>;

const limitsOf = ({ kycUsd, retentionYears, checkHours, payoutHours }: Limits) => ({
  kycUsd,
  retentionYears,
  checkHours,
  payoutHours,
});

type Rules = SettingsFormProps['settings']['rules'];

function changeOf(after: Limits & Rules, before: { limits: Limits; rules: Rules }): SettingsChange {
  const { payoutEvidenceRequired, newOrderMail, confirmAboveUsd } = after;
  const limits = changedOf(before.limits, limitsOf(after));
  const rules = changedOf(before.rules, { payoutEvidenceRequired, newOrderMail, confirmAboveUsd });
  return {
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(rules).length > 0 && { rules }),
  };
}

/** The limit without an identity check, what completing an order needs, and who is notified of new ones. */
export function RulesForm({ settings: { limits, rules }, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const limitsBefore = limitsOf(limits);
  const before = { ...limitsBefore, ...rules };
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: before });
  const field = useFields(form);
  const [kycUsd, confirmAboveUsd] = form.watch(['kycUsd', 'confirmAboveUsd']);
  const asNumber = { setValueAs: (typed: unknown) => (typed === '' ? Number.NaN : Number(typed)) };
  return (
    <Section
      id="rules"
      title={t('rules.title')}
      lede={t('rules.lede')}
      save={t('rules.save')}
      form={form}
      onSubmit={(after) => onAsk(changeOf(after, { limits: limitsBefore, rules }))}
    >
      <TextInput
        label={t('field.kycUsd')}
        hint={t('rules.kycHint', { count: limits.kycDays })}
        inputMode="decimal"
        suffix="USD"
        aside={groupedUsd(kycUsd)}
        className="sm:max-w-xs"
        {...field('kycUsd')}
        {...form.register('kycUsd', asNumber)}
      />
      <TextInput
        label={t('field.confirmAboveUsd')}
        hint={t('rules.confirmHint')}
        inputMode="decimal"
        suffix="USD"
        aside={groupedUsd(confirmAboveUsd)}
        className="sm:max-w-xs"
        {...field('confirmAboveUsd')}
        {...form.register('confirmAboveUsd', asNumber)}
      />
      <TextInput
        label={t('field.retentionYears')}
        hint={t('rules.retentionHint')}
        inputMode="numeric"
        className="sm:max-w-xs"
        {...field('retentionYears')}
        {...form.register('retentionYears', asNumber)}
      />
      {(['checkHours', 'payoutHours'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`field.${name}`)}
          hint={t('rules.promisedHint')}
          inputMode="decimal"
          className="sm:max-w-xs"
          {...field(name)}
          {...form.register(name, asNumber)}
        />
      ))}
      <Checkbox
        label={t('field.payoutEvidenceRequired')}
        hint={t('rules.evidenceHint')}
        {...form.register('payoutEvidenceRequired')}
      />
      <Checkbox label={t('field.newOrderMail')} hint={t('rules.mailHint')} {...form.register('newOrderMail')} />
    </Section>
  );
}

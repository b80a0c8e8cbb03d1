import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { chainDetails, chainNames, type ChainName } from '#shared/reference/chains.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';
import { groupedUsd } from './settings.grouped.ts';

const schema = settingsInput.shape.deposits.unwrap();
type Values = z.output<typeof schema>;

const maxTiers = 10;
const asNumber = { setValueAs: (typed: unknown) => (typed === '' ? Number.NaN : Number(typed)) };
/** Anything but a number is passed to the schema as text, of which it accepts one value. */
const asConfirmations = {
  setValueAs: (typed: unknown) => (/^\d+$/.test(String(typed).trim()) ? Number(typed) : String(typed).trim()),
};

/** How deep a deposit must be in its chain, by its value in US dollars. */
export function DepositsForm({ settings, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const { finality } = settings.deposits;
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: { finality } });
  return (
    <Section
      id="deposits"
      title={t('deposits.title')}
      lede={t('deposits.lede')}
      save={t('deposits.save')}
      form={form}
      onSubmit={(deposits) => onAsk({ deposits })}
    >
      <div className="grid gap-5 lg:grid-cols-2">
        {chainNames.map((chain) => (
          <Tiers key={chain} chain={chain} form={form} />
        ))}
      </div>
    </Section>
  );
}

interface TiersProps {
  chain: ChainName;
  form: UseFormReturn<Values, unknown, Values>;
}

function Tiers({ chain, form }: TiersProps) {
  const { name } = chainDetails[chain];
  const { t } = useTranslation('settings.admin');
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `finality.${chain}` });
  const field = useFields(form);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-1 text-sm font-medium">{name}</legend>
      {fields.map(({ id }, at) => (
        <div key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-start gap-2">
          <TextInput
            label={t('fees.over')}
            aria-label={t('deposits.overOf', { chain: name, tier: at + 1 })}
            inputMode="decimal"
            suffix="USD"
            hint={groupedUsd(form.watch(`finality.${chain}.${at}.overUsd`))}
            readOnly={at === 0}
            {...field(`finality.${chain}.${at}.overUsd`)}
            {...form.register(`finality.${chain}.${at}.overUsd`, asNumber)}
          />
          <TextInput
            label={t('deposits.confirmations')}
            aria-label={t('deposits.confirmationsOf', { chain: name, tier: at + 1 })}
            {...field(`finality.${chain}.${at}.confirmations`)}
            {...form.register(`finality.${chain}.${at}.confirmations`, asConfirmations)}
          />
          <span className="pt-8">
            {at > 0 && (
              <IconButton label={t('deposits.removeOf', { chain: name, tier: at + 1 })} onClick={() => remove(at)}>
                <Trash2 className="size-4" strokeWidth={1.75} />
              </IconButton>
            )}
          </span>
        </div>
      ))}
      {fields.length < maxTiers && (
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden="true" className="size-4" strokeWidth={2} />}
            aria-label={t('deposits.addOf', { chain: name })}
            onClick={() => append({ overUsd: Number.NaN, confirmations: Number.NaN })}
          >
            {t('fees.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

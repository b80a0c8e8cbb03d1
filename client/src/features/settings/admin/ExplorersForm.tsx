import { useTranslation } from 'react-i18next';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { chainDetails, chainNames } from '#shared/reference/chains.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { Section } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';

const schema = settingsInput.shape.explorers.unwrap().required();

/** Where transactions and addresses of each chain can be looked up. */
export function ExplorersForm({ settings: { explorers }, onAsk }: SettingsFormProps) {
  const { t } = useTranslation('settings.admin');
  const form = useContractForm(schema, { mode: 'onTouched', defaultValues: explorers });
  const field = useFields(form);
  const link = { optional: true, type: 'url', dir: 'ltr', autoComplete: 'off', spellCheck: false } as const;
  return (
    <Section
      id="explorers"
      title={t('explorers.title')}
      lede={t('explorers.lede')}
      save={t('explorers.save')}
      form={form}
      onSubmit={(after) => onAsk({ explorers: after })}
    >
      <div className="grid gap-5 lg:grid-cols-2">
        {chainNames.map((chain) => {
          const { name, explorers: examples } = chainDetails[chain];
          return (
            <fieldset key={chain} className="flex min-w-0 flex-col gap-3">
              <legend className="pb-1 text-sm font-medium">{name}</legend>
              <TextInput
                label={t('explorers.transaction')}
                aria-label={t('explorers.transactionOf', { chain: name })}
                placeholder={examples.transaction}
                {...link}
                {...field(`transactions.${chain}`)}
              />
              <TextInput
                label={t('explorers.address')}
                aria-label={t('explorers.addressOf', { chain: name })}
                placeholder={examples.address}
                {...link}
                {...field(`addresses.${chain}`)}
              />
            </fieldset>
          );
        })}
      </div>
    </Section>
  );
}

import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { chainDetails, chainNames, type ChainName } from '#shared/reference/chains.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { FinalityPresets } from './FinalityPresets.tsx';
import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';
import { changeOf, partsOf } from './settings.changes.ts';
import { sections, type SectionFields, type SectionId, type SectionSpec } from './settings.sections.ts';
import { SettingsField, SettingsList, type FormProps } from './SettingsFields.tsx';

export interface SettingsSectionProps {
  settings: AdminSettings;
  /** Takes a change that still needs the password. */
  onAsk: (change: SettingsChange) => void;
}

/** The address of a section may be within this page: opening it loses the text typed here. */
const sectionParams = ['section'];

/** One card of settings with a button of its own. Nothing is saved before the password is given. */
export function Section({ id, settings, onAsk }: SettingsSectionProps & { id: SectionId }) {
  const { t } = useTranslation('settings.admin');
  const { parts, title, lede, save, fieldsOfChain, hasTimes = false, ...section }: SectionSpec = sections[id];
  const savedParts = partsOf(settings, parts);
  const [form, field] = useContractForm(settingsInput, {
    mode: 'onTouched',
    defaultValues: structuredClone(savedParts),
  });
  const { isDirty } = form.formState;
  useLeaveGuard(isDirty, sectionParams);
  const blanks = { count: settings.limits.kycDays };
  return (
    <section id={id} className="flex scroll-mt-4 flex-col gap-5 card p-4 sm:p-5">
      <header className="flex flex-col gap-1">
        <h2 tabIndex={-1} className="text-base outline-none">
          {t(title)}
        </h2>
        <p className="max-w-[68ch] text-sm text-muted">{t(lede)}</p>
        {hasTimes && (
          <p className="text-sm">
            <TextLink to="?section=times">{t('times.link')}</TextLink>
          </p>
        )}
      </header>
      <Form
        form={form}
        className="flex flex-col gap-6 max-sm:[&_input]:scroll-mb-28"
        onSubmit={(editedParts) => onAsk(changeOf(savedParts, editedParts))}
      >
        {id === 'fourEyes' && <ApprovalSlot kinds={['settings']} />}
        {section.lists?.map((spec) => (
          <SettingsList key={spec.list} spec={spec} form={form} field={field} />
        ))}
        {fieldsOfChain && id !== 'deposits' && <ChainFields fieldsOfChain={fieldsOfChain} form={form} field={field} />}
        {fieldsOfChain && id === 'deposits' && (
          <FinalityPresets form={form}>
            <ChainFields fieldsOfChain={fieldsOfChain} form={form} field={field} />
          </FinalityPresets>
        )}
        {[false, true].map((isTick) => (
          // The line of a checkbox has its own spacing.
          <div
            key={String(isTick)}
            className={clsx('grid items-start empty:hidden sm:grid-cols-2', isTick ? 'gap-x-4' : 'gap-5 sm:gap-4')}
          >
            {section.fields
              .filter(({ kind }) => (kind === 'check') === isTick)
              .map((spec) => (
                <SettingsField key={spec.name} spec={spec} form={form} field={field} blanks={blanks} />
              ))}
          </div>
        ))}
        {/* On a phone a change can be saved from every field; large letters would cover too much. */}
        <div
          className={clsx(
            'flex flex-wrap items-center gap-3 max-sm:-mx-4 max-sm:-mb-4 max-sm:rounded-b-card max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-2.5',
            isDirty &&
              '[@media(max-width:39.99rem)_and_(min-height:600px)]:sticky [@media(max-width:39.99rem)_and_(min-height:600px)]:bottom-0',
          )}
        >
          <SendButton text={t(save)} type="submit" variant="filled" missing={isDirty ? undefined : t('unchanged')} />
          {isDirty && <Button text={t('undo')} variant="ghost" onClick={() => form.reset()} />}
        </div>
      </Form>
    </section>
  );
}

type ChainFieldsProps = FormProps & { fieldsOfChain: (chain: ChainName) => SectionFields };

/** The fields that every chain has, chain by chain. */
function ChainFields({ fieldsOfChain, form, field }: ChainFieldsProps) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {chainNames.map((chain) => {
        const { fields, lists = [] } = fieldsOfChain(chain);
        const { name } = chainDetails[chain];
        const commonProps = { form, field, blanks: { chain: name } };
        return (
          <fieldset key={chain} className="flex min-w-0 flex-col gap-3">
            <legend className="pb-1 text-sm font-medium">{name}</legend>
            {lists.map((spec) => (
              <SettingsList key={spec.list} {...commonProps} spec={spec} />
            ))}
            {fields.map((spec) => (
              <SettingsField key={spec.name} {...commonProps} spec={spec} />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

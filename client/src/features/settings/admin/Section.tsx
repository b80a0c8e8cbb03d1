import { clsx } from 'clsx';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { chainDetails, chainNames } from '#shared/reference/chains.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';
import sectionTable from './settings.sections.json' with { type: 'json' };
import {
  SettingsField,
  SettingsList,
  useSettingsText,
  type FieldSpec,
  type FormParts,
  type ListSpec,
} from './SettingsFields.tsx';

type Fields = { fields: readonly FieldSpec[]; lists?: readonly ListSpec[] };
/** A card of settings: which parts of them it has, its texts, its fields, and those that every chain has. */
type SectionSpec = Fields & { of: readonly string[]; title: string; lede: string; save: string; ofChain?: Fields };

export type SectionId = keyof typeof sectionTable;
export const sections: Readonly<Record<SectionId, SectionSpec>> = sectionTable;

export interface SettingsSectionProps {
  settings: AdminSettings;
  /** Takes a change that waits for the password. */
  onAsk: (change: SettingsChange) => void;
}

/** Parts of the settings by name, each with its values. */
type Parts = Record<string, Record<string, unknown>>;

function partsOf(settings: AdminSettings, of: readonly string[]): Parts {
  const all: [string, unknown][] = Object.entries(settings);
  return Object.fromEntries(
    all.flatMap(([part, values]) => (of.includes(part) && isRecord(values) ? [[part, values]] : [])),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The fields of these parts, each required, as the server checks them. */
function schemaOf(of: readonly string[]): z.ZodType<Parts, Parts> {
  const shapes = Object.entries(settingsInput.shape).filter(([part]) => of.includes(part));
  const required = shapes.map(([part, schema]): [string, z.ZodObject] => {
    const fields: z.ZodObject = schema.unwrap();
    return [part, fields.required()];
  });
  return z.object(Object.fromEntries(required));
}

const isSame = (item: unknown, other: unknown) => JSON.stringify(item) === JSON.stringify(other);

/** What was changed, part by part. */
function changeOf(before: Parts, after: Parts): SettingsChange {
  const parts = Object.entries(after).map(([part, values]) => {
    const changed = Object.entries(values).filter(([key, value]) => !isSame(value, before[part]?.[key]));
    return [part, Object.fromEntries(changed)] as const;
  });
  return Object.fromEntries(parts.filter(([, changed]) => Object.keys(changed).length > 0));
}

/** The address of a section is also within the page: going there loses what is typed here. */
const sectionParams = ['section'];

/** One card of settings with a button of its own. Nothing is saved before the password is given. */
export function Section({ id, settings, onAsk }: SettingsSectionProps & { id: SectionId }) {
  const { t } = useTranslation('settings.admin');
  const textOf = useSettingsText();
  const { of, title, lede, save, ofChain, ...own } = sections[id];
  const before = partsOf(settings, of);
  const [form, field] = useContractForm<FieldValues, Parts>(schemaOf(of), {
    mode: 'onTouched',
    defaultValues: structuredClone(before),
  });
  const { isDirty } = form.formState;
  useLeaveGuard(isDirty, sectionParams);
  const blanks = { count: settings.limits.kycDays };
  return (
    <section id={id} className="flex scroll-mt-4 flex-col gap-5 card p-4 sm:p-5">
      <header className="flex flex-col gap-1">
        <h2 className="text-base">{textOf(title)}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{textOf(lede)}</p>
      </header>
      <Form form={form} onSubmit={(after) => onAsk(changeOf(before, after))}>
        {id === 'fourEyes' && <ApprovalSlot kinds={['settings']} />}
        {own.lists?.map((spec) => (
          <SettingsList key={spec.list} {...{ spec, form, field }} />
        ))}
        {ofChain && <OfChains {...{ ofChain, form, field }} />}
        {[false, true].map((isTick) => (
          // The line of a tick brings its own space.
          <div
            key={String(isTick)}
            className={clsx('grid items-start empty:hidden sm:grid-cols-2', isTick ? 'gap-x-4' : 'gap-5 sm:gap-4')}
          >
            {own.fields
              .filter(({ kind }) => (kind === 'check') === isTick)
              .map((spec) => (
                <SettingsField key={spec.name} {...{ spec, form, field, blanks }} />
              ))}
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            text={textOf(save)}
            type="submit"
            variant="tonal"
            disabled={!isDirty}
            aria-describedby={isDirty ? undefined : `${id}-unchanged`}
          />
          {isDirty ? (
            <Button text={t('undo')} variant="ghost" onClick={() => form.reset()} />
          ) : (
            <span id={`${id}-unchanged`} className="text-sm text-muted">
              {t('unchanged')}
            </span>
          )}
        </div>
      </Form>
    </section>
  );
}

/** What every chain has, chain by chain. */
function OfChains({ ofChain: { lists = [], fields }, form, field }: FormParts & { ofChain: Fields }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {chainNames.map((chain) => {
        const { name, explorers: examples } = chainDetails[chain];
        const common = { form, field, blanks: { chain: name } };
        return (
          <fieldset key={chain} className="flex min-w-0 flex-col gap-3">
            <legend className="pb-1 text-sm font-medium">{name}</legend>
            {lists.map((spec) => (
              <SettingsList key={spec.list} {...common} spec={{ ...spec, list: spec.list.replace('{chain}', chain) }} />
            ))}
            {fields.map((spec) => (
              <SettingsField
                key={spec.name}
                {...common}
                spec={{ ...spec, name: spec.name.replace('{chain}', chain) }}
                placeholder={spec.name.includes('transactions') ? examples.transaction : examples.address}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';

export const sectionIds = [
  'fees',
  'rules',
  'deposits',
  'explorers',
  'payouts',
  'fourEyes',
  'brand',
  'landing',
  'times',
  'about',
] as const;
export type SectionId = (typeof sectionIds)[number];

const sectionParams = ['section'];

interface SectionProps<Values extends FieldValues, Parsed> {
  id: SectionId;
  title: string;
  lede: string;
  /** The button, which names what is saved. */
  save: string;
  form: UseFormReturn<Values, unknown, Parsed>;
  onSubmit: (values: Parsed) => void;
  children: ReactNode;
}

/** One card of settings with a button of its own. Nothing is saved before the password is given. */
export function Section<Values extends FieldValues, Parsed>({
  id,
  title,
  lede,
  save,
  form,
  onSubmit,
  children,
}: SectionProps<Values, Parsed>) {
  const { t } = useTranslation('settings.admin');
  const { isDirty } = form.formState;
  useLeaveGuard(isDirty, sectionParams);
  return (
    <section id={id} className="flex scroll-mt-4 flex-col gap-5 card p-4 sm:p-5">
      <header className="flex flex-col gap-1">
        <h2 className="text-base">{title}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{lede}</p>
      </header>
      <Form form={form} onSubmit={onSubmit}>
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="tonal" disabled={!isDirty}>
            {save}
          </Button>
          {isDirty && (
            <Button variant="ghost" onClick={() => form.reset()}>
              {t('undo')}
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}

export function changedOf<Values extends Record<string, unknown>>(before: Values, after: Values): Partial<Values> {
  const isChanged = ([key, value]: [string, unknown]) => value !== before[key];
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Values>;
}

import { useEffect } from 'react';
import type { FieldError, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useFieldErrorText } from './schema-resolver.ts';
import { useContractForm } from './useContractForm.ts';

type DraftForm<Values extends FieldValues, Parsed> = UseFormReturn<Values, unknown, Parsed> & {
  /** Current errors of the fields; the step decides from when on they are shown. */
  problemAt: (name: keyof Values) => string | undefined;
};

/** The form of a step over a draft that outlives it: validated again with each change of `draft` and of `schema`. */
export function useDraftForm<Values extends FieldValues, Parsed extends FieldValues>(
  schema: z.ZodType<Parsed, Values>,
  draft: Values,
): DraftForm<Values, Parsed> {
  const [form] = useContractForm(schema, {
    values: draft,
    resetOptions: { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true },
  });
  const { trigger, formState } = form;
  const textOf = useFieldErrorText();
  const content = JSON.stringify(draft);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- trigger reads both from the form
  useEffect(() => void trigger(), [trigger, schema, content]);
  // A nested name has no type in the errors.
  return { ...form, problemAt: (name) => textOf(formState.errors[name] as FieldError | undefined) };
}

import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Stores the typed values under `id`, from where the form takes them when it is opened again. */
export function useDraftMap<Values extends FieldValues, Parsed>(
  { subscribe }: UseFormReturn<Values, unknown, Parsed>,
  drafts: { set: (id: string, values: Values) => void },
  id: string,
): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => drafts.set(id, values) }),
    [subscribe, drafts, id],
  );
}

import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import type { z } from 'zod';
import { useFields } from './Form.tsx';
import { schemaResolver } from './schema-resolver.ts';
import { storeSchema } from './schema/max-length.ts';

type Options<Values extends FieldValues, Parsed> = Omit<UseFormProps<Values, unknown, Parsed>, 'resolver'>;

/**
 * Makes a form; every form uses this. `schema` is the contract's own, or a thin transform of its fields. The second
 * value connects its inputs.
 */
export function useContractForm<Values extends FieldValues, Parsed extends FieldValues>(
  schema: z.ZodType<Parsed, Values>,
  options?: Options<Values, Parsed>,
) {
  // The library moves the focus twice, the second time a turn later, when a user may already be typing: `Form` moves it
  // once.
  const form = useForm<Values, unknown, Parsed>({
    ...options,
    resolver: schemaResolver(schema),
    shouldFocusError: false,
  });
  storeSchema(form.control, schema);
  return [form, useFields(form)] as const;
}

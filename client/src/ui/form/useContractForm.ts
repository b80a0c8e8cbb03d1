import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import type { z } from 'zod';
import { useFields } from './Form.tsx';
import { schemaResolver } from './schema-resolver.ts';

type Options<Values extends FieldValues, Parsed> = Omit<UseFormProps<Values, unknown, Parsed>, 'resolver'>;

/**
 * The one way to make a form: `schema` is the contract's own, or a thin transform of what is typed over it. Second is what
 * ties its inputs to it.
 */
export function useContractForm<Values extends FieldValues, Parsed extends FieldValues>(
  schema: z.ZodType<Parsed, Values>,
  options?: Options<Values, Parsed>,
) {
  const form = useForm<Values, unknown, Parsed>({ ...options, resolver: schemaResolver(schema) });
  return [form, useFields(form)] as const;
}

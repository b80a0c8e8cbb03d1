import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import type { z } from 'zod';
import { useFields } from './Form.tsx';
import { schemaResolver } from './schema-resolver.ts';

type Options<Values extends FieldValues, Parsed> = Omit<UseFormProps<Values, unknown, Parsed>, 'resolver'>;

/**
 * Makes a form; every form uses this. `schema` is the contract's own, or a thin transform of the fields over it. The
 * second value connects its inputs to it.
 */
export function useContractForm<Values extends FieldValues, Parsed extends FieldValues>(
  schema: z.ZodType<Parsed, Values>,
  options?: Options<Values, Parsed>,
) {
  const form = useForm<Values, unknown, Parsed>({ ...options, resolver: schemaResolver(schema) });
  return [form, useFields(form)] as const;
}

import type { ComponentProps } from 'react';
import { useController, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { hasCode } from '#client/lib/api/call.ts';
import { useProblemText } from '../../feedback/Problem.tsx';
import { useFieldErrorText } from '../schema-resolver.ts';
import { CodeInput } from './CodeInput.tsx';

interface CodeFieldProps<Values extends FieldValues, Parsed> extends Omit<
  ComponentProps<typeof CodeInput>,
  'value' | 'onChange' | 'onComplete' | 'form' | 'error' | 'refusal'
> {
  form: UseFormReturn<Values, unknown, Parsed>;
  name: FieldPath<Values>;
  /** Runs with each complete code, without a press of the button. */
  onSubmit: (values: Parsed) => void;
  /** Error of the last attempt: a wrong code is reported here. */
  refusal: unknown;
}

/** The input of a code within a form: sends the form once the code is complete, and shows its refusal. */
export function CodeField<Values extends FieldValues, Parsed>(props: CodeFieldProps<Values, Parsed>) {
  const { form, name, onSubmit, refusal, ...input } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  const textOf = useProblemText();
  const fieldTextOf = useFieldErrorText();
  const isWrong = hasCode(refusal, 'invalid_code');
  return (
    <CodeInput
      {...input}
      value={String(field.value)}
      onChange={field.onChange}
      onComplete={() => void form.handleSubmit(onSubmit)()}
      refusal={isWrong ? refusal : undefined}
      error={isWrong ? textOf(refusal) : fieldTextOf(fieldState.error)}
    />
  );
}

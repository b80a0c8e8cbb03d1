import { useEffect, useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { CodeInput } from './CodeInput.tsx';

/** True if the server refused a call because a second factor is missing or wrong. */
export function asksForSecondFactor(error: unknown): boolean {
  return error instanceof CallError && ['second_factor_required', 'invalid_code'].includes(error.code);
}

interface SecondFactorInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'value' | 'className' | 'onBlur'> {
  id?: string;
  error?: string | undefined;
  ref?: ((element: HTMLInputElement | null) => void) | undefined;
  onBlur?: ComponentProps<typeof CodeInput>['onBlur'];
  /** True if the password is right and the code is the next step. */
  takesFocus?: boolean;
  /** The error of the last attempt. */
  refusal: unknown;
}

/** Submits a form whose other fields are filled, as the code was the last missing input. */
function submitIfFilled(form: HTMLFormElement | null | undefined): void {
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  if (inputs.every(({ type, value }) => type === 'checkbox' || value !== '')) form?.requestSubmit();
}

/** The code of the authenticator app, or a recovery code. It takes the focus when it appears later than the form. */
export function SecondFactorInput(props: SecondFactorInputProps) {
  const { onChange, onBlur, ref, name, id, error, takesFocus = true, refusal } = props;
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <CodeInput
      id={id}
      error={error}
      label={t('session.code')}
      hint={t('session.codeHint')}
      orText
      name={name}
      value={value}
      inputRef={(element) => {
        input.current = element;
        ref?.(element);
      }}
      refusal={hasCode(refusal, 'invalid_code') ? refusal : undefined}
      onBlur={onBlur}
      onComplete={() => takesFocus && submitIfFilled(input.current?.form)}
      onChange={(text) => {
        setValue(text);
        const target = { name, value: text };
        // The form reads only name and value of the target.
        onChange?.({ target, type: 'change' } as ChangeEvent<HTMLInputElement>);
      }}
    />
  );
}

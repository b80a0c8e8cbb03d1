import { useEffect, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { latinDigits } from '#shared/kernel/digits.ts';
import { TextInput } from '../TextInput.tsx';
import { useRefusedCode } from './useRefusedCode.ts';

export function asksForSecondFactor(error: unknown): boolean {
  return error instanceof CallError && ['second_factor_required', 'invalid_code'].includes(error.code);
}

interface SecondFactorInputProps extends Omit<ComponentProps<typeof TextInput>, 'label' | 'hint'> {
  /** Whether it is what comes next: the password is right. */
  takesFocus?: boolean;
  /** The error of the last attempt. */
  refused: unknown;
}

/** The code of the authenticator app, or a recovery code. It takes the focus as it appears, unless it was there before. */
export function SecondFactorInput({ onChange, takesFocus = true, refused, ...props }: SecondFactorInputProps) {
  const { t } = useTranslation();
  const place = useRefusedCode(refused);
  useEffect(() => {
    if (takesFocus) place.current?.querySelector('input')?.focus();
  }, [takesFocus, place]);
  return (
    <div ref={place}>
      <TextInput
        label={t('session.code')}
        hint={t('session.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onChange={(event) => {
          event.target.value = latinDigits(event.target.value);
          onChange?.(event);
        }}
        {...props}
      />
    </div>
  );
}

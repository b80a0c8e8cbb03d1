import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/api/call.ts';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { PasswordInput } from '#client/ui/form/secret/PasswordInput.tsx';
import { SecondFactorInput } from '#client/ui/form/secret/SecondFactorInput.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';

interface SignInFieldsProps {
  field: (name: 'email' | 'password' | 'code') => UseFormRegisterReturn & { id: string; error: string | undefined };
  /** True if the server asks for the code. */
  withCode: boolean;
  /** The error of the last attempt. */
  refusal: unknown;
  /** True if the address is known already. */
  isKnown?: boolean;
  /** Content below the password, which the Tab key reaches after it. */
  aside?: ReactNode;
}

/** Address, password and, if it is on, the code of the second factor. */
export function SignInFields({ field, withCode, refusal, isKnown = false, aside }: SignInFieldsProps) {
  const { t } = useTranslation('auth');
  const textOf = useProblemText();
  const code = withCode ? field('code') : undefined;
  return (
    <>
      <TextInput
        label={t('field.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        readOnly={isKnown}
        {...field('email')}
      />
      <div className="flex flex-col gap-2">
        <PasswordInput label={t('field.password')} autoComplete="current-password" {...field('password')} />
        {aside}
      </div>
      {code && (
        <SecondFactorInput
          {...code}
          refusal={refusal}
          error={hasCode(refusal, 'invalid_code') ? textOf(refusal) : code.error}
        />
      )}
    </>
  );
}

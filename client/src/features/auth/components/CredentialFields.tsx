import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/api/call.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { emptyAsAbsent } from '#client/ui/form/contract-schemas.ts';
import { PasswordInput } from '#client/ui/form/secret/PasswordInput.tsx';
import { asksForSecondFactor, SecondFactorInput } from '#client/ui/form/secret/SecondFactorInput.tsx';
import { proof } from '#shared/auth/auth.proof.ts';
import { secondFactorQuery } from '../auth.account.queries.ts';

/** Form fields that prove the owner's identity again: the code stays empty until the server asks for it. */
export const credentials = { password: proof.password, code: emptyAsAbsent(proof.code) };

export const emptyCredentials = { password: '', code: '' };

/** True if a failure is about the credentials, and is shown beside their fields. */
export function isCredentialsError(error: unknown): boolean {
  return hasCode(error, 'wrong_credentials') || asksForSecondFactor(error);
}

interface CredentialFieldsProps {
  field: (name: 'password' | 'code') => UseFormRegisterReturn & { id: string; error: string | undefined };
  /** The error of the last attempt. */
  error: unknown;
  /** The label of the password, where a new one is beside it. */
  label?: string;
}

/**
 * The fields of the password and of the second factor: the code is asked for at once if the account has one, else when
 * the server asks.
 */
export function CredentialFields({ field, error, label }: CredentialFieldsProps) {
  const { t } = useTranslation('auth');
  const { data } = useQuery(secondFactorQuery);
  const [isAsked, setAsked] = useState(false);
  const textOf = useProblemText();
  const errorText = useErrorText();
  if (!isAsked && asksForSecondFactor(error)) setAsked(true);
  const hasFactor = data?.isOn === true;
  const password = field('password');
  const code = hasFactor || isAsked ? field('code') : undefined;
  // A field that appears because the server asks needs no error message; one that was left empty does.
  const isCodeError = hasFactor ? asksForSecondFactor(error) : hasCode(error, 'invalid_code');
  return (
    <>
      <PasswordInput
        label={label ?? t('stepUp.password')}
        autoComplete="current-password"
        {...password}
        error={hasCode(error, 'wrong_credentials') ? errorText({ reason: 'password_wrong' }) : password.error}
      />
      {code && (
        <SecondFactorInput
          {...code}
          takesFocus={isAsked}
          refusal={error}
          error={isCodeError ? textOf(error) : code.error}
        />
      )}
    </>
  );
}

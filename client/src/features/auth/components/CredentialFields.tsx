import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/api/call.ts';
import { PasswordInput } from '#client/ui/form/PasswordInput.tsx';
import { asksForSecondFactor, SecondFactorInput } from '#client/ui/form/SecondFactorInput.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';

/** What proves the owner once more, as it is typed. */
export interface Credentials {
  password: string;
  code: string;
}

export const emptyCredentials: Credentials = { password: '', code: '' };

/** The proof as calls take it: a code that nobody asked for is left out. */
export function credentialsBody({ password, code }: Credentials): { password: string; code?: string } {
  return { password, ...(code && { code }) };
}

/** Whether a failure is about the proof, and so told beside its fields. */
export function isCredentialsError(error: unknown): boolean {
  return hasCode(error, 'wrong_credentials') || asksForSecondFactor(error);
}

interface CredentialFieldsProps {
  proof: Credentials;
  onChange: (proof: Credentials) => void;
  /** What the last attempt failed with. */
  error: unknown;
  /** Whether an attempt was made: only then an empty password is a mistake. */
  asked: boolean;
  hint?: string | undefined;
}

/** The password again, and the code of the second factor once the server asks for it. */
export function CredentialFields({ proof, onChange, error, asked, hint }: CredentialFieldsProps) {
  const { t } = useTranslation('auth');
  const [withCode, setWithCode] = useState(false);
  const textOf = useProblemText();
  if (!withCode && asksForSecondFactor(error)) setWithCode(true);
  const missing = asked && !proof.password ? t('stepUp.missing') : undefined;
  return (
    <>
      <PasswordInput
        label={t('stepUp.password')}
        hint={hint}
        autoComplete="current-password"
        value={proof.password}
        onChange={({ target }) => onChange({ ...proof, password: target.value })}
        error={hasCode(error, 'wrong_credentials') ? t('stepUp.wrong') : missing}
      />
      {withCode && (
        <SecondFactorInput
          value={proof.code}
          error={hasCode(error, 'invalid_code') ? textOf(error) : undefined}
          onChange={({ target }) => onChange({ ...proof, code: target.value })}
        />
      )}
    </>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/call.ts';
import { PasswordInput } from '#client/ui/PasswordInput.tsx';
import { asksForSecondFactor, SecondFactorInput } from '#client/ui/SecondFactorInput.tsx';

/** What proves the owner once more, as it is typed. */
export interface Proof {
  password: string;
  code: string;
}

export const noProof: Proof = { password: '', code: '' };

/** The proof as calls take it: a code that nobody asked for is left out. */
export function sentProof({ password, code }: Proof): { password: string; code?: string } {
  return { password, ...(code && { code }) };
}

/** Whether a failure is about the proof, and so told beside its fields. */
export function isAboutProof(error: unknown): boolean {
  return hasCode(error, 'wrong_credentials') || asksForSecondFactor(error);
}

interface ProofFieldsProps {
  proof: Proof;
  onChange: (proof: Proof) => void;
  /** What the last attempt failed with. */
  error: unknown;
  /** Whether an attempt was made: only then an empty password is a mistake. */
  asked: boolean;
  hint?: string | undefined;
}

/** The password again, and the code of the second factor once the server asks for it. */
export function ProofFields({ proof, onChange, error, asked, hint }: ProofFieldsProps) {
  const { t } = useTranslation('auth');
  const [withCode, setWithCode] = useState(false);
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
          error={hasCode(error, 'invalid_code') ? error.message : undefined}
          onChange={({ target }) => onChange({ ...proof, code: target.value })}
        />
      )}
    </>
  );
}

import { Check, Circle } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '#client/ui/form/PasswordInput.tsx';

type Wired = UseFormRegisterReturn & { id: string; error: string | undefined };

interface NewPasswordProps {
  password: Wired;
  /** What is typed there now. */
  typed: string;
  repetition: Wired;
  label?: string;
}

/** A new password and its repetition; the rule is shown first and ticked once it is met. */
export function NewPassword({ password, typed, repetition, label }: NewPasswordProps) {
  const { t } = useTranslation('auth');
  const met = typed.length >= 8;
  const Icon = met ? Check : Circle;
  const rule = (
    <span className={met ? 'flex items-center gap-2 text-completed' : 'flex items-center gap-2'}>
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      {t('password.rule')}
    </span>
  );
  return (
    <>
      <PasswordInput label={label ?? t('field.newPassword')} autoComplete="new-password" hint={rule} {...password} />
      <PasswordInput label={t('field.confirmPassword')} autoComplete="new-password" {...repetition} />
    </>
  );
}

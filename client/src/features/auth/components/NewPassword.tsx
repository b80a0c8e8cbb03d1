import { Check, Circle } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '#client/ui/form/secret/PasswordInput.tsx';
import { minPasswordLength, minTeamPasswordLength } from '#shared/kernel/fields.ts';

type RegisteredField = UseFormRegisterReturn & { id: string; error: string | undefined };

interface NewPasswordProps {
  password: RegisteredField;
  /** The text in the field now. */
  typed: string;
  repetition: RegisteredField;
  label?: string;
  /** True for a member of the team. */
  isOfTeam?: boolean;
}

/** A new password and its repetition; the rule is shown first and ticked once it is met. */
export function NewPassword({ password, typed, repetition, label, isOfTeam = false }: NewPasswordProps) {
  const { t } = useTranslation('auth');
  const minLength = isOfTeam ? minTeamPasswordLength : minPasswordLength;
  const isLongEnough = typed.length >= minLength;
  const Icon = isLongEnough ? Check : Circle;
  const rule = (
    <span className={isLongEnough ? 'flex items-center gap-2 text-completed' : 'flex items-center gap-2'}>
      <Icon className="size-4 shrink-0" strokeWidth={2} />
      {t('password.rule', { least: minLength })}
    </span>
  );
  return (
    <>
      <PasswordInput
        label={label ?? t('field.newPassword')}
        autoComplete="new-password"
        // The error repeats the rule.
        hint={password.error ? undefined : rule}
        {...password}
      />
      <PasswordInput label={t('field.confirmPassword')} autoComplete="new-password" {...repetition} />
    </>
  );
}

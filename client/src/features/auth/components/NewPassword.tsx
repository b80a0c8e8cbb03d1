import { Check, Circle } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '#client/ui/form/PasswordInput.tsx';

type Fields = (
  name: 'password' | 'confirmPassword',
) => UseFormRegisterReturn & { id: string; error: string | undefined };

/** A new password and its repetition; the rule stands there first and is ticked once it is met. */
export function NewPassword({ field, password, label }: { field: Fields; password: string; label?: string }) {
  const { t } = useTranslation('auth');
  const met = password.length >= 8;
  const Icon = met ? Check : Circle;
  const rule = (
    <span className={met ? 'flex items-center gap-2 text-completed' : 'flex items-center gap-2'}>
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      {t('password.rule')}
    </span>
  );
  return (
    <>
      <PasswordInput
        label={label ?? t('field.newPassword')}
        autoComplete="new-password"
        hint={rule}
        {...field('password')}
      />
      <PasswordInput label={t('field.confirmPassword')} autoComplete="new-password" {...field('confirmPassword')} />
    </>
  );
}

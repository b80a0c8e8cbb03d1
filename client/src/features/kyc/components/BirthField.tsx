import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { controlClasses, FieldError } from '#client/ui/form/Field.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import type { KycFormProp } from './kyc.form.ts';

const dateParts = [
  { name: 'day', autoComplete: 'bday-day', length: 2, width: 'w-20' },
  { name: 'month', autoComplete: 'bday-month', length: 2, width: 'w-20' },
  { name: 'year', autoComplete: 'bday-year', length: 4, width: 'w-28' },
] as const;

/** Three text fields: paging a calendar back to a birth date is tedious. */
export function BirthField({ form }: KycFormProp) {
  const { t } = useTranslation('kyc');
  const errorTextOf = useFieldErrorText();
  const id = useId();
  return (
    <Controller
      control={form.control}
      name="dateOfBirth"
      render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
        <fieldset
          aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
          className="flex min-w-0 flex-col gap-2"
        >
          <legend className="mb-2 text-sm font-medium">{t('form.dateOfBirth')}</legend>
          <div className="flex flex-wrap gap-3">
            {dateParts.map(({ name, autoComplete, length, width }, index) => (
              <label key={name} className={`flex ${width} flex-col gap-1 text-sm text-muted`}>
                {t(`form.${name}`)}
                <input
                  ref={index === 0 ? ref : undefined}
                  inputMode="numeric"
                  autoComplete={autoComplete}
                  maxLength={length}
                  required
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${id}-error` : undefined}
                  dir="ltr"
                  value={value[name]}
                  onChange={({ target }) => onChange({ ...value, [name]: target.value })}
                  // The three are one: it is judged when the focus leaves all of them.
                  onBlur={({ currentTarget, relatedTarget }) => {
                    if (!currentTarget.closest('fieldset')?.contains(relatedTarget)) onBlur();
                  }}
                  className={`${controlClasses} figures`}
                />
              </label>
            ))}
          </div>
          <FieldError id={`${id}-error`} error={errorTextOf(error)} />
          <p id={`${id}-hint`} className="text-sm text-muted">
            {t('form.dateOfBirthHint')}
          </p>
        </fieldset>
      )}
    />
  );
}

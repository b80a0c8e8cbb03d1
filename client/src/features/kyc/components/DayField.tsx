import { useId } from 'react';
import type { ControllerFieldState, RefCallBack } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { controlClasses, FieldError, Optional } from '#client/ui/form/Field.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import type { DateParts } from './kyc.form.ts';

const parts = [
  { name: 'day', length: 2, width: 'w-20' },
  { name: 'month', length: 2, width: 'w-20' },
  { name: 'year', length: 4, width: 'w-28' },
] as const;

interface DayFieldProps {
  legend: string;
  hint: string;
  /** True for a birthday: the browser may fill it in, and it is required. */
  isBirthday?: boolean;
  field: { ref: RefCallBack; value: DateParts; onChange: (value: DateParts) => void; onBlur: () => void };
  fieldState: ControllerFieldState;
}

/**
 * Three text fields of a day, in the order in which the product writes dates; a calendar would be paged through years.
 */
export function DayField({ legend, hint, isBirthday, field, fieldState: { error } }: DayFieldProps) {
  const { t } = useTranslation('kyc');
  const errorTextOf = useFieldErrorText();
  const id = useId();
  const { ref, value, onChange, onBlur } = field;
  return (
    <fieldset
      aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-2 text-sm font-medium">
        {legend}
        {!isBirthday && <Optional />}
      </legend>
      <div className="flex flex-wrap gap-3">
        {parts.map(({ name, length, width }, index) => (
          <label key={name} className={`flex ${width} flex-col gap-1 text-sm text-muted`}>
            {t(`form.${name}`)}
            <input
              ref={index === 0 ? ref : undefined}
              inputMode="numeric"
              autoComplete={isBirthday ? `bday-${name}` : 'off'}
              maxLength={length}
              required={isBirthday}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              dir="ltr"
              value={value[name]}
              onChange={({ target }) => onChange({ ...value, [name]: target.value })}
              // The three fields are one: they are validated when the focus leaves all of them.
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
        {hint}
      </p>
    </fieldset>
  );
}

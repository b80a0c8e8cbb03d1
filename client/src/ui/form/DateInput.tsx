import { clsx } from 'clsx';
import { useState, type ComponentProps } from 'react';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { formatDateTime, formatDay } from '#client/lib/format/format.ts';
import { controlClasses, Field, splitField, type FieldProps } from './Field.tsx';
import { handTo, type ChangeCallbacks } from './TextInput.tsx';

type DateInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'value'> &
  ChangeCallbacks & {
    type?: 'date' | 'datetime-local';
    /** `2026-11-29`, or `2026-11-29T23:43` with the time; empty without a day. */
    value: string;
  };

/** The value in the reader's language; unchanged while it is no valid date: browsers accept years of six digits. */
function dateInWords(type: 'date' | 'datetime-local', value: string): string {
  if (Number.isNaN(Date.parse(type === 'date' ? `${value}T00:00:00Z` : value))) return value;
  return type === 'date' ? formatDay(value, { year: 'numeric' }) : formatDateTime(new Date(value));
}

/** The field of a day, which shows it in the format of the page's language; the browser uses its own language. */
export function DateInput({ type = 'date', ...props }: DateInputProps) {
  const [field, { onValue, value, ...input }] = splitField(props);
  const [isTyped, setTyped] = useState(false);
  // Forced colours show the browser's own text as well.
  const isForced = useMediaQuery('(forced-colors: active)');
  const isCovered = !isTyped && !isForced;
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <input
            required={!field.optional}
            {...input}
            {...handTo(onValue)}
            {...wiring}
            type={type}
            value={value}
            className={clsx(controlClasses, isCovered && 'text-transparent')}
            onFocus={() => setTyped(true)}
            onBlur={(event) => {
              // A half-typed day has no value yet, and stays readable.
              setTyped(event.currentTarget.validity.badInput);
              input.onBlur?.(event);
            }}
          />
          {isCovered && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-0 flex items-center px-3.5 text-base figures"
            >
              {dateInWords(type, value)}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

interface DayRangeProps {
  labels: { from: string; to: string };
  /** Days as yyyy-mm-dd; a missing one sets no bound. */
  from: string | undefined;
  to: string | undefined;
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void;
}

/** The first and last day of a list's range, as two fields of the surrounding grid. */
export function DayRange({ labels, from, to, onChange }: DayRangeProps) {
  return (
    <>
      <DateInput
        label={labels.from}
        required={false}
        max={to}
        value={from ?? ''}
        onValue={(value) => onChange({ from: value || undefined })}
      />
      <DateInput
        label={labels.to}
        required={false}
        min={from}
        value={to ?? ''}
        onValue={(value) => onChange({ to: value || undefined })}
      />
    </>
  );
}

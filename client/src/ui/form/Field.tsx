import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface FieldProps {
  label: ReactNode;
  /** One sentence below the field: what to enter, or why it is asked. */
  hint?: ReactNode;
  /** Error text: the problem and how to correct it. */
  error?: string | undefined;
  /** True to mark the label with "optional"; everything else is required. */
  optional?: boolean | undefined;
  /** Shown next to the label, at the end of its line. */
  aside?: ReactNode;
  /** The id of the control, if a form needs to know it. */
  id?: string | undefined;
  className?: string | undefined;
}

/** Attributes of a control inside a Field that tie it to its label, hint and error. */
export interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Attributes that connect a control to its hint and its error, which `FieldNotes` shows under the same id. */
export function wiringOf(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): Wiring {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined };
}

/** The props of the field without those of its control. */
export function splitField<Props extends FieldProps>(props: Props) {
  const { label, hint, error, optional, aside, id, className, ...control } = props;
  return [{ label, hint, error, optional, aside, id, className }, control] as const;
}

/** A label above its control, hint and error below, tied together for screen readers. */
export function Field({ children, ...field }: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const generatedId = useId();
  const { label, hint, error, optional, aside, id = generatedId, className } = field;
  return (
    <div className={clsx('flex min-w-0 flex-col gap-2', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
          {optional && <Optional />}
        </label>
        {aside}
      </div>
      {children(wiringOf(id, field))}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** Marks an optional field. */
export function Optional() {
  const { t } = useTranslation();
  return <span className="font-normal text-faint"> {t('form.optional')}</span>;
}

/** The error and the hint below a control. */
export function FieldNotes({ id, hint, error }: Pick<FieldProps, 'hint' | 'error'> & { id: string }) {
  return (
    <>
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
}

/** The error of a field, with an icon so that it does not rely on colour alone. */
export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-rejected">
      <CircleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
      {error}
    </p>
  );
}

/** The box every one-line control shares. */
export const controlClasses =
  'min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-bg px-3.5 text-base text-ink aria-invalid:border-rejected aria-invalid:inset-ring aria-invalid:inset-ring-rejected [[readonly]]:border-line [[readonly]]:bg-sunken disabled:bg-sunken disabled:text-faint';

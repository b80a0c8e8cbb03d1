import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldNotes, wiringOf } from './Field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** One yes or no. The whole line can be pressed. */
export function Checkbox({ label, hint, error, id, ...input }: CheckboxProps) {
  const defaultId = useId();
  const inputId = id ?? defaultId;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={inputId} className="flex min-h-11 items-start gap-3 py-2.5 text-base">
        <input
          {...input}
          {...wiringOf(inputId, { hint, error })}
          type="checkbox"
          className="tick mt-0.5 size-5 shrink-0 cursor-pointer rounded-[4px]"
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={inputId} hint={hint} error={error} />
    </div>
  );
}

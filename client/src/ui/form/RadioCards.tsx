import { clsx } from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldNotes, wiringOf } from './Field.tsx';

type RadioCardsProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'value' | 'defaultValue' | 'id'> & {
  legend: ReactNode;
  options: readonly { value: string; title: ReactNode; text?: ReactNode; icon?: ReactNode; disabled?: boolean }[];
  error?: string | undefined;
  hint?: ReactNode;
  id?: string | undefined;
  /** The chosen value, if the screen controls it; otherwise a form's `register` does. */
  value?: string | undefined;
  columns?: 1 | 2 | 3 | undefined;
};

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

/** One of a few choices, each a card that can be pressed as a whole. */
export function RadioCards({ legend, options, error, hint, id, name, value, columns = 1, ...input }: RadioCardsProps) {
  const defaultId = useId();
  const groupId = id ?? defaultId;
  const { 'aria-describedby': describedBy } = wiringOf(groupId, { hint, error });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={describedBy}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className={clsx('grid grid-cols-1 gap-2', grids[columns])}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-line-strong bg-bg p-3.5 max-sm:py-2.5 has-checked:border-tide has-checked:bg-tide-soft has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-other-soft has-disabled:text-faint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-tide"
          >
            <input
              {...input}
              type="radio"
              id={index === 0 ? groupId : undefined}
              name={name ?? groupId}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              disabled={option.disabled}
              data-invalid={error ? true : undefined}
              className="mt-1 tick size-4 shrink-0 rounded-full outline-none"
            />
            {option.icon}
            <span className="flex min-w-0 flex-col">
              <span className="font-medium">{option.title}</span>
              {option.text && <span className="text-sm text-muted">{option.text}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={groupId} hint={hint} error={error} />
    </fieldset>
  );
}

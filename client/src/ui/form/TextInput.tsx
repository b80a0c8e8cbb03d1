import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { controlClasses, Field, splitField, type FieldProps } from './Field.tsx';

export interface ChangeCallbacks {
  /** Gets the typed or chosen value, if the screen stores it itself. */
  onValue?: ((value: string) => void) | undefined;
}

/** Props that report the value of an input to the screen, apart from the `onChange` that a form registers. */
export const handTo = (onValue: ChangeCallbacks['onValue']) =>
  onValue && { onChange: ({ target }: { target: { value: string } }) => onValue(target.value) };

type TextInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'prefix'> & {
    /** A fixed text before the value, such as a dial code. */
    prefix?: ReactNode;
    /** Text or control after the value, such as a currency. */
    suffix?: ReactNode;
  } & ChangeCallbacks;

/** Addresses and numbers are written from left to right in every language. */
const leftToRight = /email|tel|url|numeric|decimal/;

/** A single-line text field. Takes the props of `register(...)` unchanged. */
export function TextInput(props: TextInputProps) {
  const [field, { prefix, suffix, onValue, ...rest }] = splitField(props);
  const input = { ...rest, ...handTo(onValue) };
  const dir = input.dir ?? (leftToRight.test(`${input.type} ${input.inputMode}`) ? 'ltr' : undefined);
  const side = dir === 'ltr' && 'rtl:text-end';
  return (
    <Field {...field}>
      {(wiring) =>
        prefix || suffix ? (
          <div
            dir={prefix ? 'ltr' : undefined}
            className="flex min-h-12 min-w-0 rounded-control border border-line-strong bg-bg focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-tide has-aria-invalid:border-rejected has-aria-invalid:inset-ring has-aria-invalid:inset-ring-rejected"
          >
            {prefix && (
              <span className="flex items-center border-e border-line ps-3.5 pe-3 text-muted figures">
                <bdi dir="ltr">{prefix}</bdi>
              </span>
            )}
            <input
              required={!field.optional}
              {...input}
              {...wiring}
              dir={dir}
              className={clsx('min-w-0 flex-1 rounded-control bg-transparent px-3.5 outline-none', !prefix && side)}
            />
            {suffix && <span className="flex items-center pe-3.5 text-muted">{suffix}</span>}
          </div>
        ) : (
          <input
            required={!field.optional}
            {...input}
            {...wiring}
            dir={dir}
            className={clsx(controlClasses, side, input.type === 'file' && 'py-2.5')}
          />
        )
      }
    </Field>
  );
}

/** A multi-line text field. */
export function TextArea(props: FieldProps & ChangeCallbacks & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) {
  const [field, { onValue, ...area }] = splitField(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea
          required={!field.optional}
          rows={4}
          {...area}
          {...handTo(onValue)}
          {...wiring}
          className={clsx(controlClasses, 'py-3')}
        />
      )}
    </Field>
  );
}

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className'> &
  ChangeCallbacks & {
    /** The first option, for no choice. */
    none?: string | undefined;
    /** Each value and its label; for more, pass `<option>` and `<optgroup>` as children. */
    options?: readonly (readonly [value: string, text: string])[] | undefined;
  };

/** A native select. */
export function Select(props: SelectProps) {
  const [field, { none, options = [], onValue, children, ...select }] = splitField(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <select
            required={!field.optional}
            {...select}
            {...handTo(onValue)}
            {...wiring}
            className={clsx(controlClasses, 'cursor-pointer appearance-none pe-10')}
          >
            {none !== undefined && <option value="">{none}</option>}
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
            {children}
          </select>
          <ChevronDown className="pointer-events-none absolute end-3.5 top-4 size-4 text-muted" strokeWidth={2} />
        </div>
      )}
    </Field>
  );
}

import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Field, splitField, type FieldProps } from './Field.tsx';
import { handTo, type ChangeCallbacks } from './TextInput.tsx';

type AmountInputProps = FieldProps &
  ChangeCallbacks &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'size'> & {
    /** The coin or currency after the amount, or a control that selects it. */
    unit: ReactNode;
    size?: 'regular' | 'large' | undefined;
  };

/** An amount with its unit. Stores the typed text unchanged; `normaliseAmount` parses it. */
export function AmountInput(props: AmountInputProps) {
  const [field, { unit, size = 'large', onValue, ...input }] = splitField(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="flex min-w-0 rounded-control border border-line-strong bg-bg focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-tide has-[input[aria-invalid]]:border-rejected has-[input[aria-invalid]]:inset-ring has-[input[aria-invalid]]:inset-ring-rejected">
          <input
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            {...input}
            {...handTo(onValue)}
            {...wiring}
            className={clsx(
              'money w-0 min-w-0 flex-1 rounded-control bg-transparent px-4 outline-none rtl:text-end',
              size === 'large' ? 'min-h-14 md:min-h-16' : 'min-h-12',
              textSize(String(input.value ?? ''), size),
            )}
          />
          <div className="flex shrink-0 items-center border-s border-line-strong">{unit}</div>
        </div>
      )}
    </Field>
  );
}

/** A long amount gets smaller before it is cut off. */
function textSize(value: string, size: 'regular' | 'large'): string {
  if (value.length > 14) return 'text-base md:text-xl';
  if (size === 'regular') return 'text-xl';
  return value.length > 9 ? 'text-xl md:text-3xl' : 'text-2xl md:text-3xl';
}

type UnitSelectProps = Omit<ComponentProps<'select'>, 'className'> &
  ChangeCallbacks & {
    label: string;
    icon?: ReactNode;
    /** Text of the closed field, such as the bare code; the options may show more. */
    shown: string;
  };

/** A native select as the unit of an amount; its accessible name is `label`. */
export function UnitSelect({ label, icon, shown, onValue, ...select }: UnitSelectProps) {
  return (
    <span className="relative flex h-full min-h-12 items-center gap-2 px-3">
      {icon}
      <span aria-hidden="true" className="font-medium">
        {shown}
      </span>
      <ChevronDown className="size-4 text-muted" strokeWidth={2} />
      {/* Covers the visible parts: the list opens on any press, and is as narrow as its code. */}
      <select
        {...select}
        {...handTo(onValue)}
        aria-label={label}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control bg-transparent text-transparent forced-color-adjust-none"
      />
    </span>
  );
}

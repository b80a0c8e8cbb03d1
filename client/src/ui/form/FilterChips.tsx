import { clsx } from 'clsx';
import { X } from 'lucide-react';

interface FilterChipsProps<Value extends string> {
  /** The name of the filter, such as "Status". */
  label: string;
  /** A count that is still being fetched has its place already, so that nothing moves when it comes. */
  options: readonly { value: Value; text: string; count?: number | undefined }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** Only one at a time: choosing another lets the first go. */
  single?: boolean | undefined;
  /** One is always chosen, such as "All": it carries no cross and stays when it is pressed. */
  staying?: boolean | undefined;
  /** Flows with the chips around it, in a row of several kinds. */
  inline?: boolean | undefined;
}

/** Filters as chips; a chosen one shows a cross and goes with a press. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, options, chosen, onChange, single = false, staying = false, inline = false } = props;
  const press = (value: Value) => {
    if (staying && chosen.includes(value)) return;
    if (chosen.includes(value)) onChange(chosen.filter((option) => option !== value));
    else onChange(single ? [value] : [...chosen, value]);
  };
  return (
    <fieldset className={inline ? 'contents' : 'flex flex-wrap gap-2'}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const { value, text } = option;
        const isOn = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isOn}
            className={clsx(
              'inline-flex min-h-9 items-center gap-1.5 rounded-control border px-3 text-sm whitespace-nowrap pointer-coarse:min-h-11',
              isOn ? 'border-tide bg-tide-soft font-medium text-tide' : 'border-line-strong text-ink hover:border-ink',
            )}
            onClick={() => press(value)}
          >
            {text}
            {'count' in option && <span className="min-w-[2ch] font-semibold figures">{option.count}</span>}
            {isOn && !staying && <X className="size-4" strokeWidth={2} />}
          </button>
        );
      })}
    </fieldset>
  );
}

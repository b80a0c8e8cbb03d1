import { clsx } from 'clsx';
import { X } from 'lucide-react';

interface FilterChipsProps<Value extends string> {
  /** The name of the filter, such as "Status". */
  label: string;
  /** Reserves the place of a count that is being fetched, so that nothing moves when it arrives. */
  options: readonly { value: Value; text: string; count?: number | undefined }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** True for a single choice: choosing another one replaces it. */
  single?: boolean | undefined;
  /** True if one is always chosen, such as "All": it has no cross and stays when pressed. */
  staying?: boolean | undefined;
  /** True to flow with the chips around it, in a row of several kinds. */
  inline?: boolean | undefined;
}

/** Filters as chips; a chosen one shows a cross, and a press removes it. */
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
              'inline-flex min-h-9 items-center gap-1.5 rounded-control border px-3 text-sm pointer-coarse:min-h-11',
              // A strip of several kinds scrolls; in rows of its own a chip with large letters breaks its text.
              inline ? 'whitespace-nowrap' : 'text-start',
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

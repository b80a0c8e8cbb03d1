import { clsx } from 'clsx';

interface SegmentedControlProps<Value extends string | number> {
  /** The name of the choice, such as "Theme". */
  label: string;
  options: readonly { value: Value; text: string }[];
  /** Undefined while none of the options is true. */
  chosen: Value | undefined;
  onChange: (chosen: Value) => void;
}

/** One of a few, of which one is always chosen: a view, a period, a format. Filters that can be taken away are chips. */
export function SegmentedControl<Value extends string | number>(props: SegmentedControlProps<Value>) {
  const { label, options, chosen, onChange } = props;
  return (
    // Large letters make several lines of it, with the same hairline between them.
    <fieldset className="flex w-fit max-w-full flex-wrap gap-px overflow-hidden rounded-control border border-line-strong bg-line-strong">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          className={clsx(
            'min-h-9 grow px-3.5 text-sm -outline-offset-2 pointer-coarse:min-h-11',
            value === chosen ? 'bg-tide-soft font-medium text-tide' : 'bg-bg hover:bg-tide-soft',
          )}
          onClick={() => onChange(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

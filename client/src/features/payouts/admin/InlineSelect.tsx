import { clsx } from 'clsx';

interface InlineSelectProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
  /** True if the options are clear without the label, which a phone then leaves to screen readers. */
  short?: boolean;
  /** On a phone it has a line of its own, and fills it. */
  grows?: boolean;
}

/** A select in the middle of a line, with its label before it. */
export function InlineSelect({ label, value, onValue, options, short = false, grows = false }: InlineSelectProps) {
  return (
    <label className={clsx('flex min-w-0 items-center gap-2 text-sm text-muted', grows && 'max-md:basis-full')}>
      <span className={clsx('whitespace-nowrap', short && 'max-md:sr-only')}>{label}</span>
      <select
        className={clsx(
          'min-h-9 min-w-0 cursor-pointer rounded-control border border-line-strong bg-bg ps-2 pe-7 text-ellipsis text-ink pointer-coarse:min-h-11',
          grows ? 'max-md:grow' : short && 'max-md:w-40',
        )}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      >
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

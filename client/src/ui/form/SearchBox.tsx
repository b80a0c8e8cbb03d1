import { clsx } from 'clsx';
import { Search, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';

interface SearchBoxProps {
  id: string;
  /** Name of the box, and its placeholder without another one. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** In characters. */
  maxLength?: number;
  /** True for the height of the buttons of a customer's screen. */
  large?: boolean;
  /** Replaces the magnifying glass, where it searches one property beside a search of all. */
  Icon?: LucideIcon;
}

/** Searches a list once the user pauses typing; the address bar follows. */
export function SearchBox({
  id,
  label,
  placeholder = label,
  value,
  onChange,
  maxLength = maxSearchLength,
  large = false,
  Icon = Search,
}: SearchBoxProps) {
  const [typedText, setTypedText] = useState(value);
  const [reportedText, setReportedText] = useState(value);
  // Back and a reset of the filters empty the box too, but never text that was typed since.
  if (reportedText !== value) {
    setReportedText(value);
    if (typedText === reportedText) setTypedText(value);
  }
  const debouncedText = useDebounced(typedText, 350);
  useEffect(() => {
    if (debouncedText === typedText && debouncedText !== value) onChange(debouncedText);
  }, [debouncedText, typedText, value, onChange]);
  return (
    <div className="relative">
      <Icon className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4.5 text-muted" />
      <input
        id={id}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={typedText}
        onChange={({ target }) => setTypedText(target.value)}
        className={clsx(
          'w-full min-w-0 rounded-control border border-line-strong bg-bg ps-10 pe-3 text-ellipsis text-ink',
          large ? 'min-h-12 text-base' : 'min-h-9 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base',
        )}
      />
    </div>
  );
}

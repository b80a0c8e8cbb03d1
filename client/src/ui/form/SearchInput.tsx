import { Search } from 'lucide-react';
import { controlClasses } from './Field.tsx';

interface SearchInputProps {
  /** Name of the field and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Narrows the rows on the screen, letter by letter; `SearchBox` asks the server. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <>
      <Search className="absolute start-3.5 top-3.5 size-5 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${controlClasses} ps-11`}
      />
    </>
  );
}

import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { controlClasses, Field, type FieldProps } from '../Field.tsx';
import { matchOptions, type ComboboxOption } from './combobox-options.ts';
import { ComboboxList } from './ComboboxList.tsx';

interface Choice {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  /** Gets the typed text, if the options are looked up. */
  onSearch?: ((text: string) => void) | undefined;
  /** Takes the typed text as the value, even if no option has it. */
  allowsOther?: boolean | undefined;
}

type ComboboxProps = FieldProps &
  Choice & {
    onBlur?: (() => void) | undefined;
    placeholder?: string | undefined;
    autoComplete?: string | undefined;
    disabled?: boolean | undefined;
    maxLength?: number | undefined;
    /** The input, for a form that moves the focus to it. */
    ref?: Ref<HTMLInputElement> | undefined;
  };

/**
 * One of many options, found by typing a name, a code or any keyword: for countries, currencies and banks. Options are
 * grouped until something is typed.
 */
export function Combobox({
  options,
  value,
  onChange,
  onSearch,
  allowsOther,
  onBlur,
  placeholder,
  autoComplete = 'off',
  disabled = false,
  maxLength,
  ref,
  ...field
}: ComboboxProps) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const choice = useChoice({ options, value, onChange, onSearch, allowsOther });
  const { open, text, active, found, begin, type, close, choose, onKeyDown } = choice;
  const leave = () => {
    close();
    onBlur?.();
  };

  return (
    <Field {...field}>
      {(wiring) => (
        <div ref={box} className="relative">
          <input
            {...{ ...wiring, ref, placeholder, autoComplete, disabled, maxLength, onKeyDown }}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && found[active] ? `${listId}-${active}` : undefined}
            spellCheck={false}
            required={!field.optional}
            value={text}
            onChange={({ target }) => type(target.value)}
            onClick={() => !open && begin()}
            onBlur={leave}
            className={clsx(controlClasses, 'pe-10 text-ellipsis')}
          />
          <ChevronDown
            className="pointer-events-none absolute end-3.5 top-1/2 size-4 -translate-y-1/2 text-muted"
            strokeWidth={2}
          />
          {open && (
            <ComboboxList
              listId={listId}
              found={found}
              active={active}
              value={value}
              box={box}
              choose={choose}
              grouped={text === ''}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/** The search text, the matches and the active option. */
function useChoice({ options, value, onChange, onSearch, allowsOther }: Choice) {
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState(0);
  const matches = search === undefined ? [] : matchOptions(options, search);
  const open = search !== undefined && !(allowsOther && matches.length === 0);
  const place = options.findIndex((option) => option.value === value);
  const writtenText = options[place]?.text ?? (allowsOther ? value : '');

  const close = () => setSearch(undefined);
  const show = (text: string) => {
    setSearch(text);
    onSearch?.(text);
    setActive(text ? 0 : Math.max(0, place));
  };
  // The user corrects a text of their own, and searches again for an option.
  const begin = () => show(allowsOther ? writtenText : '');
  const type = (text: string) => {
    show(text);
    if (allowsOther) onChange(text);
  };
  const choose = (option: ComboboxOption | undefined) => {
    close();
    if (option && option.value !== value) onChange(option.value);
  };
  const move = (by: number) =>
    setActive((activeIndex) => (matches.length ? (activeIndex + by + matches.length) % matches.length : 0));
  const keys: Record<string, () => void> = open
    ? { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => choose(matches[active]), Escape: close }
    : { ArrowDown: begin, ArrowUp: begin };
  const onKeyDown = (event: KeyboardEvent) => {
    const onKey = keys[event.key];
    if (!onKey) return;
    onKey();
    event.preventDefault();
    event.stopPropagation(); // Esc closes the list, not the surrounding dialog.
  };
  return { open, text: search ?? writtenText, active, found: matches, begin, type, close, choose, onKeyDown };
}

import { clsx } from 'clsx';
import { useEffect, useRef, useState, type FocusEventHandler, type Ref } from 'react';
import { digitsOf, latinDigits } from '#shared/kernel/digits.ts';
import { controlClasses, Field, type FieldProps } from '../Field.tsx';

type CodeInputProps = FieldProps & {
  value: string;
  onChange: (digits: string) => void;
  /** Runs once for each complete code, whether typed, pasted or filled in by the phone. */
  onComplete?: ((digits: string) => void) | undefined;
  length?: number | undefined;
  disabled?: boolean | undefined;
  /** The refusal of the last code, which stays selected, so that typing replaces it. */
  refusal?: unknown;
  /** True for a screen that asks only for this code. */
  focusOnMount?: boolean | undefined;
  /** True to accept a longer code with letters too: the cells then become a line. */
  orText?: boolean | undefined;
  name?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onBlur?: FocusEventHandler | undefined;
};

/** The longest text that is typed or pasted, in characters: a recovery code with blanks around it. */
const maxTypedLength = 40;

/** A one-time code: one input, so that paste, autofill and screen readers work; the cells are rendered behind it. */
export function CodeInput(props: CodeInputProps) {
  const { value, onChange, onComplete, length = 6, disabled = false, refusal, focusOnMount = false, ...rest } = props;
  const { orText = false, name, inputRef, onBlur, ...field } = rest;
  const [focused, setFocused] = useState(false);
  const lastCompleted = useRef('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusOnMount) input.current?.focus();
  }, [focusOnMount]);
  const { error } = field;
  const isWrong = Boolean(error) || Boolean(refusal);
  useEffect(() => {
    if ((!error && !refusal) || disabled) return;
    input.current?.focus();
    // Selecting a code that is still being typed would lose it to the next digit: each change may bring another error.
    if (input.current && input.current.value.length >= length) input.current.select();
  }, [error, refusal, disabled, length]);
  const change = (text: string) => {
    const all = digitsOf(text);
    // A keyboard that types behind the selection starts a new code too.
    const isBehind = isWrong && value.length === length && all.length > length && all.startsWith(value);
    const isText = orText && !isBehind && (/[^\d\s-]/.test(latinDigits(text)) || all.length > length);
    const digits = (isBehind ? all.slice(length) : all).slice(0, length);
    onChange(isText ? latinDigits(text) : digits);
    if (isText || digits.length < length) lastCompleted.current = '';
    else if (lastCompleted.current !== digits) {
      lastCompleted.current = digits;
      onComplete?.(digits);
    }
  };
  const hasCells = !orText || (value.length <= length && digitsOf(value) === value);

  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          {hasCells && <Cells value={value} length={length} focused={focused} isWrong={isWrong} />}
          <input
            {...wiring}
            ref={(element) => {
              input.current = element;
              if (typeof inputRef === 'function') inputRef(element);
            }}
            name={name}
            inputMode={orText ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize={orText ? 'characters' : undefined}
            spellCheck={false}
            maxLength={maxTypedLength}
            pattern={orText ? undefined : '[0-9]*'}
            dir="ltr"
            required
            value={value}
            disabled={disabled}
            onChange={({ target }) => change(target.value)}
            onFocus={() => setFocused(true)}
            onBlur={(event) => {
              setFocused(false);
              onBlur?.(event);
            }}
            className={
              hasCells
                ? 'absolute inset-0 size-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent'
                : controlClasses
            }
          />
        </div>
      )}
    </Field>
  );
}

/** The visible digits: the input over them is transparent. */
function Cells(props: { value: string; length: number; focused: boolean; isWrong: boolean }) {
  const { value, length, focused, isWrong } = props;
  return (
    <div
      aria-hidden="true"
      dir="ltr"
      className="grid gap-2"
      style={{ gridTemplateColumns: `repeat(${length}, minmax(0, 1fr))` }}
    >
      {Array.from({ length }, (_unused, cell) => (
        <span
          key={cell}
          className={clsx(
            'grid h-14 place-items-center rounded-control border text-2xl money sm:h-16',
            isWrong ? 'border-rejected' : 'border-line-strong',
            isWrong && focused && 'bg-tide-soft',
            focused && cell === Math.min(value.length, length - 1) && 'outline-2 outline-offset-2 outline-tide',
          )}
        >
          {value[cell] ?? ''}
        </span>
      ))}
    </div>
  );
}

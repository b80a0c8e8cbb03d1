import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { digitsOf } from '#shared/kernel/digits.ts';
import { Field, type FieldProps } from '../Field.tsx';

type CodeInputProps = FieldProps & {
  value: string;
  onChange: (digits: string) => void;
  /** Called once for each complete code, also when it was pasted or filled in by the phone. */
  onComplete?: ((digits: string) => void) | undefined;
  length?: number | undefined;
  disabled?: boolean | undefined;
  /** The refusal of the last code: that is cleared, and the one typed next takes its place. */
  refused?: unknown;
  /** For a screen that asks for nothing but this code. */
  focusOnMount?: boolean | undefined;
};

/** A one-time code: one input, so paste, autofill and screen readers work; the cells are rendered behind it. */
export function CodeInput(props: CodeInputProps) {
  const { value, onChange, onComplete, length = 6, disabled = false, refused, focusOnMount = false, ...field } = props;
  const [focused, setFocused] = useState(false);
  const lastCompleted = useRef('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusOnMount) input.current?.focus();
  }, [focusOnMount]);
  const { error } = field;
  useEffect(() => {
    // Typing replaces what is malformed as a whole.
    if (error && !disabled) input.current?.select();
  }, [error, disabled]);
  const clear = useEffectEvent(() => {
    lastCompleted.current = '';
    onChange('');
    input.current?.focus();
  });
  useEffect(() => {
    if (refused && !disabled) clear();
  }, [refused, disabled]);
  const change = (typed: string) => {
    const digits = digitsOf(typed).slice(0, length);
    onChange(digits);
    if (digits.length < length) lastCompleted.current = '';
    else if (lastCompleted.current !== digits) {
      lastCompleted.current = digits;
      onComplete?.(digits);
    }
  };

  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <Cells value={value} length={length} focused={focused} isWrong={Boolean(error)} />
          <input
            ref={input}
            {...wiring}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            dir="ltr"
            required
            value={value}
            disabled={disabled}
            onChange={({ target }) => change(target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            className="absolute inset-0 size-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
          />
        </div>
      )}
    </Field>
  );
}

/** The digits as they are seen: the input over them is transparent. */
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
            focused && cell === Math.min(value.length, length - 1) && 'outline-2 outline-offset-2 outline-tide',
          )}
        >
          {value[cell] ?? ''}
        </span>
      ))}
    </div>
  );
}

import { clsx } from 'clsx';
import { Spinner } from '../feedback/Spinner.tsx';

interface SwitchProps {
  /** The name of the switch, for screen readers. */
  label: string;
  /** The state as text, so that colour is not alone. */
  stateText: string;
  on: boolean;
  busy?: boolean | undefined;
  onChange: (on: boolean) => void;
}

/** A switch that is on or off. */
export function Switch({ label, stateText, on, busy = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={() => !busy && onChange(!on)}
      className="inline-flex min-h-9 items-center gap-2 text-sm whitespace-nowrap pointer-coarse:min-h-11"
    >
      <span
        aria-hidden="true"
        className={clsx(
          'flex h-5 w-9 items-center rounded-full border px-0.5',
          on ? 'justify-end border-tide bg-tide' : 'justify-start border-line-strong bg-sunken',
        )}
      >
        <span className={clsx('size-3.5 rounded-full', on ? 'bg-on-tide' : 'bg-line-strong')} />
      </span>
      <span aria-hidden="true">{stateText}</span>
      {busy && <Spinner />}
    </button>
  );
}

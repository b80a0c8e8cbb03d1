import type { ComponentProps } from 'react';

type RowCheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'aria-label'> & {
  /** Its name for screen readers; not visible. */
  label: string;
};

/** A checkbox of a dense row, which is pressed up to 4 px beyond its edge: its own size is too small for a finger. */
export function RowCheckbox({ label, className = 'size-5', ...input }: RowCheckboxProps) {
  return (
    <label className="relative z-1 -m-1 inline-flex cursor-pointer p-1 align-middle">
      <input {...input} type="checkbox" aria-label={label} className={`tick cursor-pointer ${className}`} />
    </label>
  );
}

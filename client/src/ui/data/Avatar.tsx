import { clsx } from 'clsx';

/** The first letter of a user's name, or U. Decorative: the name is in the text beside it. `className` sizes both. */
export function Avatar({ name, className = 'size-9 text-sm' }: { name?: string | null; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('grid shrink-0 place-items-center rounded-full bg-tide-soft font-semibold text-tide', className)}
    >
      {firstLetter(name ?? '')}
    </span>
  );
}

const firstLetter = (name: string): string => /\p{L}/u.exec(name)?.[0].toUpperCase() ?? 'U';

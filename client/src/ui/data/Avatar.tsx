import { clsx } from 'clsx';

/** The first letter of a user's name, or U. Decorative: the name is shown elsewhere. */
export function Avatar({ name, className = 'size-9' }: { name?: string | null; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center rounded-full bg-tide-soft text-sm font-semibold text-tide',
        className,
      )}
    >
      {firstLetter(name ?? '')}
    </span>
  );
}

function firstLetter(name: string): string {
  return /\p{L}/u.exec(name)?.[0].toUpperCase() ?? 'U';
}

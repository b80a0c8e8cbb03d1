import { clsx } from 'clsx';

/** A person's picture, or the first letter of the name, or U. Decoration: the name stands elsewhere. */
export function Avatar({
  name,
  imageUrl,
  className,
}: {
  name?: string | null;
  imageUrl?: string | null;
  className?: string;
}) {
  const shape = clsx(
    'grid shrink-0 place-items-center rounded-full bg-tide-soft object-cover text-sm font-semibold text-tide',
    className ?? 'size-9',
  );
  if (imageUrl) return <img src={imageUrl} alt="" width={36} height={36} className={shape} />;
  return (
    <span aria-hidden="true" className={shape}>
      {firstLetter(name ?? '')}
    </span>
  );
}

function firstLetter(name: string): string {
  return /\p{L}/u.exec(name)?.[0].toUpperCase() ?? 'U';
}

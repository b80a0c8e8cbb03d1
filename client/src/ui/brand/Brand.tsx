import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** A headland meeting the horizon inside a coin. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('shrink-0 text-tide', className ?? 'size-6')}>
      <g fill="currentColor">
        <path d="M1.09 13.4C7.2 13.1 10.6 9 13.2 1.07A11 11 0 0 1 22.91 13.4Z" />
        <path d="M1.54 15.4H22.46A11 11 0 0 1 21.58 17.4H2.42A11 11 0 0 1 1.54 15.4Z" />
        <path d="M3.68 19.2H20.32A11 11 0 0 1 18.32 21H5.68A11 11 0 0 1 3.68 19.2Z" />
      </g>
    </svg>
  );
}

/** Mark and name, linked to the home page. */
export function Logo({ to = '/', markOnly = false }: { to?: string; markOnly?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 min-w-11 items-center gap-2 text-lg font-bold tracking-tight text-ink sharp md:gap-2.5 md:text-xl"
    >
      <Mark className="size-6 md:size-6.5" />
      {/* A name of two words wraps to two lines if needed, in the height of one. */}
      <span
        className={clsx('line-clamp-2 leading-5 wrap-anywhere max-[22.4rem]:sr-only', markOnly && 'max-md:sr-only')}
      >
        {t('brand')}
      </span>
    </Link>
  );
}

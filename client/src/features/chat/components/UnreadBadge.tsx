import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';

/** The number of unread answers, with a text for screen readers. Renders nothing when there are none. */
export function UnreadBadge({ count, className }: { count: number; className?: string }) {
  const { t } = useTranslation('chat');
  if (count === 0) return null;
  return (
    <span
      className={clsx(
        'grid min-w-5 place-items-center rounded-full bg-ink px-1 text-xs leading-5 font-semibold text-bg figures',
        className,
      )}
    >
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{t('unread', { count })}</span>
    </span>
  );
}

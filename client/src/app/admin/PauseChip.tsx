import { clsx } from 'clsx';
import { CirclePause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePausedNames } from '#client/features/rates/components/usePausedNames.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';

/** A chip on the entry of the prices: the number of pauses, and the names of what is paused. */
export function PauseChip({ folding }: { folding: boolean }) {
  const { t } = useTranslation('admin');
  const names = usePausedNames();
  if (names.length === 0) return null;
  const text = t('paused', { names: formatList(names) });
  return (
    <span
      title={text}
      className={clsx(
        'inline-flex items-center gap-1 text-xs text-pending figures',
        folding ? 'xl:ms-auto' : 'ms-auto',
      )}
    >
      <CirclePause aria-hidden="true" className="size-3.5" strokeWidth={2} />
      <span aria-hidden="true">{formatNumber(names.length)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** Lists the paused names in a line, for a member without an entry of prices in the sidebar. */
export function PauseLine({ folding }: { folding: boolean }) {
  const { t } = useTranslation('admin');
  const names = usePausedNames();
  if (names.length === 0) return null;
  const text = t('paused', { names: formatList(names) });
  return (
    <p
      title={text}
      className={clsx('flex items-center gap-2.5 px-2.5 py-1 text-pending', folding && 'max-xl:justify-center')}
    >
      <CirclePause aria-hidden="true" className="size-4.5 shrink-0" />
      <span className={clsx('min-w-0 wrap-anywhere', folding && 'max-xl:sr-only')}>{text}</span>
    </p>
  );
}

import { clsx } from 'clsx';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const showAfterMs = 200;
const showAtLeastMs = 400;

/** True while a wait is worth showing: after 200 ms, and then for at least 400 ms, so that nothing flickers. */
export function useSlowWait(isWaiting: boolean): boolean {
  const [shownAt, setShownAt] = useState<number>();
  useEffect(() => {
    if (isWaiting && shownAt === undefined) {
      const timer = setTimeout(() => setShownAt(Date.now()), showAfterMs);
      return () => clearTimeout(timer);
    }
    if (!isWaiting && shownAt !== undefined) {
      const timer = setTimeout(() => setShownAt(undefined), Math.max(0, shownAt + showAtLeastMs - Date.now()));
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isWaiting, shownAt]);
  return shownAt !== undefined;
}

/** A grey shape of the size that the content will have. */
export function SkeletonLine({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block animate-shimmer rounded-control bg-other-soft', className ?? 'h-5 w-full')}
    />
  );
}

interface SkeletonProps {
  label?: string;
  className?: string;
  /** The classes of its lines, instead of children. */
  line?: string | readonly string[];
  children?: ReactNode;
}

/** Placeholder of the same size while content loads; invisible for the first 200 ms. */
export function Skeleton({ label, className, line, children }: SkeletonProps) {
  const { t } = useTranslation();
  const isShown = useSlowWait(true);
  return (
    <div aria-busy="true" className={clsx(className, !isShown && 'invisible')}>
      <output className="sr-only">{label ?? t('state.loading')}</output>
      {line ? [line].flat().map((lineClass, index) => <SkeletonLine key={index} className={lineClass} />) : children}
    </div>
  );
}

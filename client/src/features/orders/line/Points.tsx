import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { formatWhenShort, hasLongWords } from '#client/lib/format/when.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { linePoints } from '#shared/orders/line/line.states.ts';
import type { Point } from '#shared/orders/line/line.ts';
import './points.css';

interface PointsProps {
  points: readonly Point[];
  now: number;
  /** True if money waits for the reader at the current point. */
  isAsked: boolean;
  /** On a phone only the current point is named, below the line; a screen reader reads all words and times. */
  bare?: boolean;
}

/** The line of five points: past ones are solid, future ones dotted, and only the current one has colour. */
export function Points({ points, now, isAsked, bare = false }: PointsProps) {
  const { t } = useTranslation('orders.line');
  if (points.length === 0) return null;
  const currentIndex = points.findIndex(({ state }) => state === 'now');
  const currentPoint = points[currentIndex];
  const nameOf = ({ name, note }: Pick<Point, 'name' | 'note'>) => (note ? t(`note.${note}`) : t(`point.${name}`));
  // The solid line ends where the money was last.
  const missedIndex = points.slice(0, currentIndex).findIndex(({ state }) => state === 'ahead');
  return (
    <>
      <ol
        className="line-points"
        data-at={missedIndex === -1 ? currentIndex : Math.max(0, missedIndex - 1)}
        data-bare={bare}
        data-ended={points.length < linePoints.length}
        data-long={!bare && hasLongWords()}
        aria-label={t('progress')}
      >
        {points.map(({ name, state, note, ...times }) => (
          <li key={name} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <i aria-hidden="true">{state === 'now' && <Sign isAsked={isAsked} isLast={name === 'arrived'} />}</i>
            <b>{nameOf({ name, note })}</b>
            <span>
              <PointTime {...times} now={now} />
            </span>
          </li>
        ))}
      </ol>
      {bare && currentPoint && (
        <p aria-hidden="true" className="line-place">
          {t('place', {
            point: nameOf(currentPoint),
            at: formatNumber(currentIndex + 1),
            of: formatNumber(linePoints.length),
          })}
        </p>
      )}
    </>
  );
}

/** Shows when a point was reached, or the time by which it will be. */
function PointTime({ at, by, now }: Pick<Point, 'at' | 'by'> & { now: number }) {
  const { t } = useTranslation('orders.line');
  return at ? <Ltr>{formatWhenShort(at, now)}</Ltr> : by && t('by', { time: formatWhenShort(by, now) });
}

function Sign({ isAsked, isLast }: { isAsked: boolean; isLast: boolean }) {
  return (
    <svg viewBox="0 0 14 14">
      {isAsked ? (
        <path d="M7 2.5v5.6M7 11v.1" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      ) : isLast ? (
        <path d="M3 7.5l2.8 2.8L11 4.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      ) : (
        <circle cx="7" cy="7" r="3" fill="currentColor" />
      )}
    </svg>
  );
}

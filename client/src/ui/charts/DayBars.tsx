import { formatCompact, formatDay } from '#client/lib/format/format.ts';
import { Axis } from './Axis.tsx';
import { labelIndexes, roundTop } from './chart-math.ts';
import { useSize } from './useSize.ts';

const plot = { start: 36, top: 22, bottom: 24 };
const pxPerLabel = 64;

interface DayBarsProps {
  /** Text of the bars for screen readers. */
  label: string;
  days: readonly string[];
  /** A value for each day, in the same order: heights, not amounts. */
  values: readonly number[];
  /** Index of the labelled value, the largest or the deepest; -1 if all are zero. */
  peak: number;
}

/** A bar for each day, as high as its value, or below the line of nothing; one of them is labelled, above the line. */
export function DayBars({ label, days, values, peak }: DayBarsProps) {
  const [box, width, at, height] = useSize();
  const minValue = Math.min(0, ...values);
  const largest = Math.max(0, ...values);
  // Losses alone leave no room to a side that has no bar.
  const top = largest === 0 && minValue < 0 ? 0 : roundTop(largest);
  const bottom = minValue < 0 ? -roundTop(-minValue) : 0;
  const slot = Math.max(0, width - plot.start) / days.length;
  const bar = Math.max(1.5, Math.min(30, slot * 0.62));
  const floor = height - plot.bottom;
  const yOf = (value: number) => floor - ((value - bottom) / (top - bottom)) * (floor - plot.top);
  const middleOf = (index: number) => plot.start + slot * (index + 0.5);
  const visibleIndexes = labelIndexes(days.length, Math.floor(width / pxPerLabel));
  return (
    <figure ref={box} aria-label={label} className="relative max-h-80 min-h-55 flex-1">
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={height} className="absolute inset-0 overflow-visible">
          <Axis top={top} bottom={bottom} width={width} yOf={yOf} at={at} labels={peak >= 0 || bottom < 0} />
          {days.map((day, index) => {
            const value = values[index] ?? 0;
            const center = middleOf(index);
            return (
              <g key={day}>
                <rect
                  x={at(center) - bar / 2}
                  y={yOf(Math.max(0, value))}
                  width={bar}
                  height={Math.abs(yOf(value) - yOf(0))}
                  rx={Math.min(2, bar / 3)}
                  className={index === peak ? 'fill-chart-1' : value < 0 ? 'fill-rejected' : 'fill-chart-1/55'}
                />
                {visibleIndexes.includes(index) && (
                  <text
                    x={at(Math.min(center, width - 18))}
                    y={height - 6}
                    textAnchor="middle"
                    className="fill-muted text-xs"
                  >
                    {formatDay(day)}
                  </text>
                )}
              </g>
            );
          })}
          {peak >= 0 && (
            <text
              x={at(Math.min(middleOf(peak), width - 24))}
              y={yOf(Math.max(0, values[peak] ?? 0)) - 6}
              textAnchor="middle"
              className="fill-ink text-xs font-semibold"
            >
              {formatCompact(values[peak] ?? 0)}
            </text>
          )}
        </svg>
      )}
    </figure>
  );
}

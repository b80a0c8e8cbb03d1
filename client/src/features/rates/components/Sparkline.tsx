import { clsx } from 'clsx';

const width = 112;
const height = 36;

/** The last 24 hours as a line; decorative beside the same number. Renders nothing without a history. */
export function Sparkline({ points, falling }: { points: readonly number[]; falling: boolean }) {
  if (points.length < 2) return null;
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const span = high - low || 1;
  const path = points
    .map((value, index) => {
      const x = (index / (points.length - 1)) * width;
      // A flat line is placed in the middle, not at the base.
      const y = high === low ? height / 2 : height - 2 - ((value - low) / span) * (height - 4);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('L');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      className={clsx('ms-auto max-w-full rtl:-scale-x-100', falling ? 'text-rejected' : 'text-completed')}
    >
      <path d={`M${path}`} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}

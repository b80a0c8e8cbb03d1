import { clsx } from 'clsx';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';

const width = 1280;
const horizon = 120;
const strata = 15;
const hills = [
  { at: 180, height: 18, spread: 70 },
  { at: 384, height: 96, spread: 104 },
  { at: 560, height: 58, spread: 78 },
];

function landAt(x: number): number {
  return Math.max(...hills.map(({ at, height, spread }) => height * Math.exp(-(((x - at) / spread) ** 2) / 2)));
}

function line(from: number, to: number, step: number, heightAt: (x: number) => number): string {
  const points: string[] = [];
  for (let x = from; x <= to; x += step) points.push(`${x} ${heightAt(x).toFixed(1)}`);
  return `M${points.join('L')}`;
}

function land(): string[] {
  return Array.from({ length: strata }, (_unused, index) => {
    const share = (index + 1) / strata;
    return line(56, 744, 8, (x) => horizon - landAt(x) * share);
  });
}

// Towards the viewer the waves are further apart and higher.
function seaPaths(): string[] {
  return Array.from({ length: 12 }, (_unused, index) => {
    const depth = index / 11;
    const y = horizon + 76 * depth ** 1.5;
    const swell = 0.3 + 2.4 * depth;
    const wave = 190 + 40 * depth;
    return line(0, width, 16, (x) => y + swell * Math.sin((x / wave) * Math.PI * 2 + index * 2.1));
  });
}

let cachedPaths: string[] | undefined;

/** Long and purely decorative: computed on first display, and left out of server-rendered pages. */
function contourPaths(): string[] {
  cachedPaths ??= [...land(), ...seaPaths()];
  return cachedPaths;
}

/**
 * The engraved coastline: strata for land, widening swell for the sea. Landing hero, closing call and short sign-in
 * pages only.
 */
export function HeroArt({ mirrored = false, className }: { mirrored?: boolean; className?: string }) {
  const isHydrated = useHydrated();
  return (
    <svg
      viewBox={`0 0 ${width} 200`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={clsx(
        'hero-art pointer-events-none absolute inset-x-0 bottom-0 h-30 w-full text-muted opacity-30 md:h-50',
        mirrored ? '-scale-x-100 rtl:scale-x-100' : 'rtl:-scale-x-100',
        className,
      )}
    >
      {(isHydrated ? contourPaths() : []).map((d) => (
        <path key={d} d={d} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

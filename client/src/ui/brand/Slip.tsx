import { clsx } from 'clsx';
import { useMemo, type ReactNode } from 'react';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { formatMoney, type Decimal } from '#client/lib/format/format.ts';
import { bandPath, rosettePath } from '#shared/kernel/rosette.ts';

const bands = ([0, 1, 2] as const).map(bandPath);

interface SlipProps {
  /** Rosette seed: the order's or quote's reference, or a fixed word before one exists. */
  seed: string;
  title?: ReactNode;
  /** Content at the end of the heading: the time of the rate, or the reference. */
  aside?: ReactNode;
  /** Names the section for screen readers where there is no title. */
  label?: string | undefined;
  className?: string | undefined;
  /** Content above the engraved band, in place of title and reference. */
  head?: ReactNode;
  /** A card with the same rows, next to the screen's one slip. */
  plain?: boolean | undefined;
  children: ReactNode;
}

/** The payout slip: shows every money moment, and nothing else. */
export function Slip({ seed, title, aside, label, className, head, plain = false, children }: SlipProps) {
  // Engravings are long and decorative: server-rendered pages leave them out.
  const isHydrated = useHydrated();
  const rosette = useMemo(() => (isHydrated ? rosettePath(seed) : ''), [isHydrated, seed]);
  if (plain) {
    return (
      <section className={clsx('card @container p-6', className)} aria-label={label}>
        <h2 className="mb-4 text-base">{title}</h2>
        {children}
      </section>
    );
  }
  return (
    <div className={clsx('slip-wrap', className)}>
      <section className="slip" aria-label={label}>
        <svg className="slip-rosette" viewBox="0 0 200 200" aria-hidden="true">
          <path d={rosette} fill="none" stroke="currentColor" strokeWidth=".8" vectorEffect="non-scaling-stroke" />
        </svg>
        {(title || aside || head) && (
          <>
            {head ?? (
              <header className="flex items-center justify-between gap-3 text-xs text-faint">
                <span className="font-medium text-muted">{title}</span>
                <span>{aside}</span>
              </header>
            )}
            <svg className="slip-band" viewBox="0 0 360 14" preserveAspectRatio="none" aria-hidden="true">
              {(isHydrated ? bands : []).map((d) => (
                <path
                  key={d}
                  d={d}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth=".75"
                  vectorEffect="non-scaling-stroke"
                />
              ))}
            </svg>
          </>
        )}
        {children}
      </section>
    </div>
  );
}

/** Rows with dotted leaders, as a `<dl>`; also used outside a Slip, for details that are not money. */
export function DottedRows({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <dl className={clsx('text-sm', className)}>{children}</dl>;
}

interface DottedRowProps {
  label: ReactNode;
  /** Text in a language follows the reading direction; amounts and references stay left to right. */
  prose?: boolean | undefined;
  strong?: boolean | undefined;
  children: ReactNode;
}

/** One row: label, dots, value. */
export function DottedRow({ label, prose = false, strong = false, children }: DottedRowProps) {
  return (
    <div className="dotted-line flex flex-wrap items-baseline gap-x-2 py-1.5">
      <dt className="max-w-1/2 text-muted">{label}</dt>
      <dd className={clsx('ms-auto max-w-full text-end text-balance text-ink figures', strong && 'font-semibold')}>
        <bdi dir={prose ? 'auto' : 'ltr'}>{children}</bdi>
      </dd>
    </div>
  );
}

/** The dashed line at which a slip would be torn off. */
export function PerforatedEdge() {
  return <hr className="slip-perforation" />;
}

/** The number of characters rounded up to a width in styles/slip.css: even, from 10 to 28. */
const stepFor = ({ length }: string): number => Math.min(28, Math.max(10, 2 * Math.ceil(length / 2)));

interface SlipTotalProps {
  label: ReactNode;
  amount: Decimal;
  currency: string;
  /** Dims the amount while a newer one loads: the previous one stays readable. */
  refreshing?: boolean | undefined;
  /** At most 44 px high instead of 36, or 28 in the admin area. */
  large?: boolean | undefined;
  small?: boolean | undefined;
  /** A button at its end, such as Copy; the amount leaves space for it. */
  action?: ReactNode;
}

/** The amount that a user gets: the largest on screen, in full, never wrapped. */
export function SlipTotal(props: SlipTotalProps) {
  const { label, amount, currency, refreshing = false, action, ...size } = props;
  const total = (
    <div className="flex min-w-0 flex-col gap-0.5 pb-3" aria-busy={refreshing || undefined}>
      <span className="text-sm text-muted">{label}</span>
      <SlipFigure
        {...size}
        text={formatMoney(amount, currency)}
        unit={currency}
        isBeside={action !== undefined}
        refreshing={refreshing}
      />
    </div>
  );
  if (action === undefined) return total;
  return (
    <div className="flex items-end justify-between gap-3">
      {total}
      <span className="shrink-0 pb-3">{action}</span>
    </div>
  );
}

type SlipFigureProps = Pick<SlipTotalProps, 'large' | 'small' | 'refreshing'> & {
  /** Without its unit, such as `₦1,482,310.55` or `0.05`. */
  text: string;
  unit: string;
  isBeside?: boolean;
  /** True for an amount that will not be paid; it is struck through. */
  isStruck?: boolean;
};

/** A sum in the largest size that fits; its unit moves below rather than breaking it. */
export function SlipFigure(props: SlipFigureProps) {
  const { text, unit, isBeside, isStruck = false, refreshing, large = false, small = false } = props;
  return (
    <bdi
      dir="ltr"
      data-figures={stepFor(text)}
      className={clsx(
        'slip-amount money self-start transition-opacity rtl:text-end',
        large && 'slip-amount-large',
        small && 'slip-amount-small',
        isBeside && 'slip-amount-beside',
        refreshing && 'opacity-60',
        isStruck && 'text-muted',
      )}
    >
      {isStruck ? <s>{text}</s> : text}
      <span className="sr-only"> </span>
      <wbr />
      <span className="ms-1 text-lg font-medium tracking-normal text-muted">{unit}</span>
    </bdi>
  );
}

/** Small print at the foot of a slip. */
export function SlipNote({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-xs text-faint">{children}</p>;
}

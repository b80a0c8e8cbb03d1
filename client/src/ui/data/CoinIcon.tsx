import { clsx } from 'clsx';

const bitcoin = 'M13 11h6.2a3.1 3.1 0 0 1 0 6.2H13zM13 17.2h7a3.4 3.4 0 0 1 0 6.8H13zM13 9v17M17 8.6V11M17 24v2.6';

// Glyphs of this product, on a 36 by 36 disc.
const glyphs: Record<string, string> = {
  BTC: bitcoin,
  BCH: bitcoin,
  ETH: 'M18 8l6.2 10L18 21.6 11.8 18zM12.4 21L18 28l5.6-7L18 24.2z',
  USDT: 'M11.5 11.5h13M18 11.5v15M10.5 17.5c0 3 15 3 15 0s-15-3-15 0',
  TRX: 'M10 10.5l13.5 2.4L17.2 27zM10 10.5l8.6 5.4 4.9-3M18.6 15.9L17.2 27',
  LTC: 'M17 9.5l-3.6 16h10M11.8 19.4l8.6-3.2',
  XRP: 'M10.5 11c2 2.4 4.6 4.8 7.5 4.8s5.5-2.4 7.5-4.8M10.5 25.5c2-2.4 4.6-4.8 7.5-4.8s5.5 2.4 7.5 4.8',
  BNB: 'M18 9l3.2 3.2L18 15.4l-3.2-3.2zM12 15l3 3-3 3-3-3zM24 15l3 3-3 3-3-3zM18 20.6l3.2 3.2L18 27l-3.2-3.2zM18 16.3l1.7 1.7-1.7 1.7-1.7-1.7z',
};

interface CoinIconProps {
  symbol: string;
  /** The coin's own colour, used for the ring of the disc only. */
  color?: string | undefined;
  size?: 'small' | 'regular' | 'large' | undefined;
  className?: string | undefined;
}

const sizes = { small: 'size-6', regular: 'size-9', large: 'size-11' };

/** A coin's disc; the first letter for a coin without a glyph. Decorative: the name is beside it. */
export function CoinIcon({ symbol, color = 'var(--line-strong)', size = 'regular', className }: CoinIconProps) {
  const glyph = glyphs[symbol];
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={clsx('shrink-0', sizes[size], className)}>
      {/* An attribute: the CSP of server-rendered pages allows no inline styles. */}
      <circle cx="18" cy="18" r="17" stroke={color} className="fill-sunken stroke-[1.5]" />
      <circle cx="18" cy="18" r="14.6" stroke={color} className="fill-none opacity-70" strokeDasharray="1 1.86" />
      {glyph ? (
        <path
          d={glyph}
          transform={symbol === 'BCH' ? 'rotate(-16 18 18)' : undefined}
          className="fill-none stroke-ink stroke-[1.7]"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <text x="18" y="18" dy=".36em" textAnchor="middle" className="fill-ink text-base font-bold">
          {symbol.slice(0, 1).toUpperCase()}
        </text>
      )}
    </svg>
  );
}

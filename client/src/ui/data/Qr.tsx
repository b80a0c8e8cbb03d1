import { useMemo } from 'react';
import { encode } from 'uqr';

interface QrProps {
  /** Text that a wallet reads, such as a payment URI. */
  text: string;
  /** Accessible name of the code. */
  label: string;
  sizePx?: number | undefined;
}

const quietZone = 4;

/** A QR code, made here: dark on white with its quiet zone in both themes, because scanners expect that. */
export function Qr({ text, label, sizePx = 200 }: QrProps) {
  const { path, size } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 0 });
    const cells = code.data.flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : '')),
    );
    return { path: cells.join(''), size: code.size + 2 * quietZone };
  }, [text]);
  return (
    <svg
      // The code is rendered inline, so there is no file for an <img>.
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="shrink-0 rounded-control bg-white [forced-color-adjust:none]"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

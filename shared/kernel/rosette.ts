/** Well-spread 32 bits of a text (FNV-1a), so that similar references get different patterns. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV leaves the low bits of short texts alike; two rounds of mixing separate them.
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The guilloche pattern of a reference: r = 62 + b·cos(p/q·t) in a box of 200 by 200, always the same. */
export function rosettePath(reference: string): string {
  const bits = hash(reference);
  const q = 5 + (bits % 5); // turns until the line closes
  let p = 17 + ((bits >>> 4) % 38); // petals over all turns
  while (greatestCommonDivisor(p, q) !== 1) p += 1;
  const swing = 20 + ((bits >>> 12) % 16);
  const phase = (((bits >>> 20) % 64) / 64) * 2 * Math.PI;

  const points: string[] = [];
  const steps = q * 160;
  for (let step = 0; step < steps; step += 1) {
    const angle = (step / steps) * 2 * Math.PI * q;
    const radius = 62 + swing * Math.cos((p / q) * angle);
    const x = 100 + radius * Math.cos(angle + phase);
    const y = 100 + radius * Math.sin(angle + phase);
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return `M${points.join('L')}Z`;
}

/** The band under a Slip's heading: one of three sine lines, each a third of a wave behind, in a box of 360 by 14. */
export function bandPath(line: 0 | 1 | 2): string {
  const points: string[] = [];
  for (let x = 0; x <= 360; x += 2) {
    const y = 7 + 5 * Math.sin((x / 15 + line / 3) * 2 * Math.PI);
    points.push(`${x} ${y.toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

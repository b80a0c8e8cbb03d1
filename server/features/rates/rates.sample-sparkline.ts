const points = 48;

/** Past points up to `price` for a coin at its sample price, with repeatable noise: display only, so floats. */
export function sampleSparkline(coinId: string, price: number, changePercent: number): number[] {
  const start = price / (1 + changePercent / 100);
  const seed = coinId.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const height = price * Math.min(Math.abs(changePercent) / 250, 0.01);
  return Array.from({ length: points }, (_, at) => {
    if (at === points - 1) return price;
    const direction = at / (points - 1);
    const noise =
      Math.sin(direction * 9 + seed) +
      Math.sin(direction * 23 + seed * 2) * 0.6 +
      Math.sin(direction * 41 + seed * 3) * 0.3;
    // Zero at both ends, so that the line starts and ends at the exact values.
    const point = start + (price - start) * direction + height * noise * Math.sin(Math.PI * direction);
    return Math.round(point * 1e6) / 1e6;
  });
}

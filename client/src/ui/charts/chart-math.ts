/** A round number at or above `value` for the end of an axis: few digits times a power of ten. */
export function roundTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** The indexes of `count` places on an axis that get a label: at most `max`, always including the last. */
export function labelIndexes(count: number, max: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / Math.max(1, max - 1)));
  return Array.from({ length: count }, (_unused, index) => index).filter((index) => (count - 1 - index) % step === 0);
}

/** The index of the largest value; -1 if all are zero. */
export function maxIndexOf(values: readonly number[]): number {
  const maxValue = Math.max(0, ...values);
  return maxValue === 0 ? -1 : values.indexOf(maxValue);
}

/** The index of the value to label: the largest, or the deepest where all are losses; -1 if all are zero. */
export function peakIndexOf(values: readonly number[]): number {
  const minValue = Math.min(0, ...values);
  const largestAt = maxIndexOf(values);
  return largestAt === -1 && minValue < 0 ? values.indexOf(minValue) : largestAt;
}

/** Returns a share in whole per cent; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

export type Trend = 'fell' | 'rose' | 'steady';

const minChange = 0.1;

/** The trend of a line from its first to its last known value; less than a tenth is steady. */
export function trendOf(
  values: readonly (number | null)[],
): { course: Trend; first: number; last: number } | undefined {
  const knownValues = values.filter((value) => value !== null);
  const first = knownValues[0];
  const last = knownValues.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (Math.abs(last - first) <= first * minChange) return { course: 'steady', first, last };
  return { course: last < first ? 'fell' : 'rose', first, last };
}

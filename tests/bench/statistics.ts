/** One line of the table: the measurement, the goal of DESIGN, and whether it was reached. */
export interface Measurement {
  what: string;
  measured: string;
  target: string;
  reached: boolean;
}

export const median = (values: readonly number[]) => percentile(values, 50);

/** The value below which `percent` of all lie; NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return (
    sortedValues[Math.min(sortedValues.length - 1, Math.floor((sortedValues.length * percent) / 100))] ?? Number.NaN
  );
}

export function atLeast(title: string, ratio: number, target: number, note = ''): Measurement {
  return { what: title, measured: `${ratio.toFixed(2)} x${note}`, target: `>= ${target} x`, reached: ratio >= target };
}

export function atMost(title: string, value: number, target: number, unit: string, note = ''): Measurement {
  const measured = `${value.toFixed(1)} ${unit}${note}`;
  return { what: title, measured, target: `<= ${target} ${unit}`, reached: value <= target };
}

export function printTable(measurements: readonly Measurement[]): void {
  const wide = Math.max(...measurements.map(({ what }) => what.length));
  const roundCount = Math.max(...measurements.map(({ measured }) => measured.length));
  for (const { what, measured, target, reached } of measurements) {
    console.log(`${reached ? 'ok  ' : 'MISS'} ${what.padEnd(wide)}  ${measured.padEnd(roundCount)}  ${target}`);
  }
}

import { formatCompact } from '#client/lib/format/format.ts';

interface AxisProps {
  /** The value at the top of the axis, which has a line there, at half of it and at zero; zero with losses alone. */
  top: number;
  /** The value at its foot, with a line of its own, where values are below nothing. */
  bottom?: number;
  width: number;
  /** Without data only the lines are shown. */
  labels: boolean;
  yOf: (value: number) => number;
  /** A distance from the start edge, converted to one from the left. */
  at: (x: number) => number;
}

/** The lines of a chart's axis with their values. */
export function Axis({ top, bottom = 0, width, labels, yOf, at }: AxisProps) {
  const side = top > 0 ? top : bottom;
  const lines = new Set([...(bottom < 0 ? [bottom] : []), 0, side / 2, side]);
  return [...lines].map((line) => (
    <g key={line}>
      <line x1={0} x2={width} y1={yOf(line)} y2={yOf(line)} className="stroke-line" />
      {line !== 0 && labels && (
        <text x={at(0)} y={yOf(line) - 4} className="fill-faint text-xs">
          {formatCompact(line)}
        </text>
      )}
    </g>
  ));
}

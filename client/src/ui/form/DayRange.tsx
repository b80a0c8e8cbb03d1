import { formatDay } from '#client/lib/format/format.ts';
import { TextInput } from './TextInput.tsx';

interface DayRangeProps {
  labels: { from: string; to: string };
  /** Days as yyyy-mm-dd; one that is missing is no bound. */
  from: string | undefined;
  to: string | undefined;
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void;
}

/** The day in words: the browser writes its field in the order of its own language. */
const inWords = (day: string | undefined) =>
  day && <span className="text-xs text-muted">{formatDay(day, { year: 'numeric' })}</span>;

/** The first and last day of a list's range, as two fields of the surrounding grid. */
export function DayRange({ labels, from, to, onChange }: DayRangeProps) {
  return (
    <>
      <TextInput
        label={labels.from}
        aside={inWords(from)}
        type="date"
        required={false}
        max={to}
        value={from ?? ''}
        onValue={(typed) => onChange({ from: typed || undefined })}
      />
      <TextInput
        label={labels.to}
        aside={inWords(to)}
        type="date"
        required={false}
        min={from}
        value={to ?? ''}
        onValue={(typed) => onChange({ to: typed || undefined })}
      />
    </>
  );
}

import { DateInput } from './DateInput.tsx';

interface DayRangeProps {
  labels: { from: string; to: string };
  /** Days as yyyy-mm-dd; one that is missing is no bound. */
  from: string | undefined;
  to: string | undefined;
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void;
}

/** The first and last day of a list's range, as two fields of the surrounding grid. */
export function DayRange({ labels, from, to, onChange }: DayRangeProps) {
  return (
    <>
      <DateInput
        label={labels.from}
        required={false}
        max={to}
        value={from ?? ''}
        onValue={(typed) => onChange({ from: typed || undefined })}
      />
      <DateInput
        label={labels.to}
        required={false}
        min={from}
        value={to ?? ''}
        onValue={(typed) => onChange({ to: typed || undefined })}
      />
    </>
  );
}

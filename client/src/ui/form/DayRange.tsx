import { TextInput } from './TextInput.tsx';

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
      <TextInput
        label={labels.from}
        type="date"
        required={false}
        max={to}
        value={from ?? ''}
        onValue={(typed) => onChange({ from: typed || undefined })}
      />
      <TextInput
        label={labels.to}
        type="date"
        required={false}
        min={from}
        value={to ?? ''}
        onValue={(typed) => onChange({ to: typed || undefined })}
      />
    </>
  );
}

import { useId } from 'react';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import './rows.css';

export interface ChoiceRow {
  value: string;
  title: string;
  /** The sum that the customer gets by this choice; empty if none is certain. */
  sum: string;
  /** One line about the consequence. */
  text: string;
  /** True for a choice that is shown but disabled: the text says why. */
  isOff?: boolean;
}

interface ChoiceRowsProps {
  legend: string;
  value: string;
  rows: readonly ChoiceRow[];
  onChoose: (value: string) => void;
}

/** The choices as rows of equal height: title, result, one line of consequence. */
export function ChoiceRows({ legend, value, rows, onChoose }: ChoiceRowsProps) {
  const name = useId();
  return (
    <fieldset className="line-rows">
      <legend className="sr-only">{legend}</legend>
      {rows.map((row) => (
        <label key={row.value} className="line-row" data-off={row.isOff ?? false}>
          <input
            type="radio"
            name={name}
            value={row.value}
            checked={row.value === value}
            disabled={row.isOff}
            onChange={() => onChoose(row.value)}
            className="tick"
          />
          <span className="line-row-title">{row.title}</span>
          {row.sum && <Ltr className="line-row-sum figures">{row.sum}</Ltr>}
          <span className="line-row-text">{row.text}</span>
        </label>
      ))}
    </fieldset>
  );
}

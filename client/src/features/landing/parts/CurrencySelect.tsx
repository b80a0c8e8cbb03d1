import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PayoutCurrency } from '#client/features/rates/rates.api.ts';

interface CurrencySelectProps {
  label: string;
  currencies: readonly PayoutCurrency[];
  value: string | undefined;
  onChange: (code: string) => void;
}

const groups = ['major', 'african', 'other'] as const;

/** All payout currencies in the platform's own list: no search box has to be loaded for the first screen. */
export function CurrencySelect({ label, currencies, value, onChange }: CurrencySelectProps) {
  const { t } = useTranslation('landing');
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 w-26 cursor-pointer appearance-none rounded-control border border-line-strong bg-raised ps-4 pe-9 font-medium"
      >
        {groups.map((group) => (
          <optgroup key={group} label={t(`calc.groups.${group}`)}>
            {currencies
              .filter((currency) => currency.group === group)
              .map(({ code, name }) => (
                <option key={code} value={code} label={`${code} ${name}`}>
                  {code}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 size-4 text-muted" />
    </span>
  );
}

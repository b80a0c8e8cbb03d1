import { useTranslation } from 'react-i18next';
import type { PayoutCurrency } from '#client/features/rates/rates.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { UnitSelect } from '#client/ui/form/AmountInput.tsx';

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
    <span className="flex rounded-control border border-line-strong">
      <UnitSelect
        label={label}
        shown={value ?? ''}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value)}
      >
        {groups.map((group) => (
          <optgroup key={group} label={t(`calc.groups.${group}`)}>
            {currencies
              .filter((currency) => currency.group === group)
              .map(({ code }) => (
                <option key={code} value={code}>
                  {code} {currencyName(code)}
                </option>
              ))}
          </optgroup>
        ))}
      </UnitSelect>
    </span>
  );
}

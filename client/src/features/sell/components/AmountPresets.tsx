import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import type { CryptoAsset } from '#client/features/rates/rates.queries.ts';
import { formatCrypto } from '#client/lib/format/format.ts';

/** Round amounts worth about 50, 200 and 500 dollars, so that a tap replaces typing; never below the minimum. */
export function presetsFor({ price, minimumDeposit }: Pick<CryptoAsset, 'price' | 'minimumDeposit'>): string[] {
  if (price <= 0) return [];
  const amounts = [50, 200, 500].map((usd) => Math.max(roundToOneDigit(usd / price), minimumDeposit));
  return [...new Set(amounts.map((amount) => String(amount)))];
}

/** One leading digit of 1, 2 or 5: 0.0051 becomes 0.005. For suggestions only; the sale uses the value in the field. */
function roundToOneDigit(value: number): number {
  const magnitude = Math.floor(Math.log10(value));
  const lead = value / 10 ** magnitude;
  const round = lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10;
  return Number(`${round}e${magnitude}`);
}

interface AmountPresetsProps {
  asset: CryptoAsset;
  amount: string;
  onChoose: (amount: string) => void;
}

/** The minimum deposit, shown before any typing, and a few amounts to tap. */
export function AmountPresets({ asset, amount, onChoose }: AmountPresetsProps) {
  const { t } = useTranslation('sell');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-muted">
        {t('amount.minimum', { minimum: formatCrypto(asset.minimumDeposit, asset.symbol) })}
      </p>
      <div className="flex gap-2">
        {presetsFor(asset).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === amount}
            onClick={() => onChoose(preset)}
            className={clsx(
              'min-h-11 rounded-control border px-3 text-sm font-medium figures',
              preset === amount ? 'border-tide bg-tide-soft text-tide' : 'border-line-strong hover:border-ink',
            )}
          >
            {preset}
          </button>
        ))}
      </div>
    </div>
  );
}

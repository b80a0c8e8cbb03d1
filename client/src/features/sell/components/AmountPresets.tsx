import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import type { CryptoAsset } from '#client/features/rates/rates.queries.ts';
import { formatCrypto, formatNumber } from '#client/lib/format/format.ts';
import { presetsFor } from './sell.round-amounts.ts';

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
      <div className="flex flex-wrap gap-2">
        {presetsFor(asset)
          .map((each) => formatNumber(each))
          .map((preset) => (
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

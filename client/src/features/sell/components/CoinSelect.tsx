import type { CryptoAsset } from '#client/features/rates/rates.queries.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { UnitSelect } from '#client/ui/form/AmountInput.tsx';

interface CoinSelectProps {
  label: string;
  coins: readonly CryptoAsset[];
  coin: CryptoAsset | undefined;
  onChoose: (id: string) => void;
}

/** The select of the coin, next to its amount. */
export function CoinSelect({ label, coins, coin, onChoose }: CoinSelectProps) {
  return (
    <UnitSelect
      label={label}
      shown={coin?.symbol ?? ''}
      icon={<CoinIcon symbol={coin?.symbol ?? ''} color={coin?.color} size="small" />}
      value={coin?.id ?? ''}
      onValue={onChoose}
    >
      {coins.map(({ id, symbol, networkHint, available }) => (
        <option key={id} value={id} disabled={!available}>
          {symbol} · {networkHint}
        </option>
      ))}
    </UnitSelect>
  );
}

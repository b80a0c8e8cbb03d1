import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoCoins } from '#client/features/rates/components/NoCoins.tsx';
import {
  cryptoAssetsQuery,
  matchingAssets,
  offeredAssets,
  type CryptoAsset,
} from '#client/features/rates/rates.queries.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Change, Money } from '#client/ui/data/Money.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { FieldError } from '#client/ui/form/Field.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { SearchInput } from '#client/ui/form/SearchInput.tsx';
import { useDraftForm } from '#client/ui/form/useDraftForm.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import { sellTerms } from '#shared/sell/sell.contract.ts';
import { SellFrame } from './SellFrame.tsx';
import type { SellWizard } from './useSellWizard.ts';

const skeleton = Array<string>(7).fill('h-18');

/** Step 1: the coin. */
export function SelectStep({ draft, update, go }: SellWizard) {
  const { t } = useTranslation('sell');
  const [search, setSearch] = useState('');
  const assets = useQuery(cryptoAssetsQuery);
  const offeredCoins = assets.data && offeredAssets(assets.data);
  const chosenCoin = offeredCoins?.find(({ id }) => id === draft.cryptoId);

  const formId = useId();
  const form = useDraftForm(useCoinForm(), { cryptoId: chosenCoin?.available ? chosenCoin.id : '' });
  const coinProblem = form.formState.isSubmitted ? form.problemAt('cryptoId') : undefined;

  const choose = (asset: CryptoAsset) => {
    if (asset.id !== draft.cryptoId) update({ cryptoId: asset.id, amount: '', quoteId: undefined, sent: false });
  };

  return (
    <SellFrame
      step={1}
      heading={t('select.heading')}
      lede={t('select.lede')}
      bar={
        <>
          {/* The missing input of the button; pressed too early, it is also shown above the list. */}
          {!chosenCoin && <p className="basis-full text-end text-sm text-muted">{t('select.missing')}</p>}
          <ButtonLink to="/dashboard">{t('back')}</ButtonLink>
          <Button type="submit" form={formId} variant="filled">
            {chosenCoin ? t('select.next', { name: coinName(chosenCoin.name) }) : t('continue')}
          </Button>
        </>
      }
    >
      <ShortForm id={formId} form={form} className="relative" onSubmit={() => go(2)}>
        <SearchInput label={t('select.search')} value={search} onChange={setSearch} />
      </ShortForm>
      <FieldError id="coin-error" error={coinProblem} />
      <LoadedQuery query={{ ...assets, data: offeredCoins }} className="flex flex-col gap-2" skeleton={skeleton}>
        {(pageOfCoins) =>
          pageOfCoins.length === 0 ? (
            <NoCoins />
          ) : (
            <CoinList
              assets={matchingAssets(pageOfCoins, search)}
              chosen={draft.cryptoId}
              onChoose={choose}
              invalid={Boolean(coinProblem)}
            />
          )
        }
      </LoadedQuery>
    </SellFrame>
  );
}

/** The chosen coin, if it can be sold now. */
function useCoinForm() {
  const missingText = useTranslation('sell').t('select.missing');
  return useMemo(
    () =>
      wireForm(
        sellTerms.pick({ cryptoId: true }),
        ({ cryptoId }: { cryptoId: string }) => ({ cryptoId }),
        ({ path }) => ({ path, message: missingText }),
      ),
    [missingText],
  );
}

interface CoinListProps {
  assets: readonly CryptoAsset[];
  chosen: string;
  invalid: boolean;
  onChoose: (asset: CryptoAsset) => void;
}

function CoinList({ assets, chosen, invalid, onChoose }: CoinListProps) {
  const { t } = useTranslation('sell');
  if (assets.length === 0) return <EmptyState title={t('select.none')} text={t('select.noneText')} />;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={invalid ? 'coin-error' : undefined}>
      <legend className="sr-only">{t('select.heading')}</legend>
      {assets.map((asset) => (
        <label
          key={asset.id}
          className="flex min-h-18 cursor-pointer flex-wrap items-center gap-3 rounded-control border border-line-strong bg-bg px-4 py-2 has-checked:border-tide has-checked:bg-tide-soft has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-other-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-tide"
        >
          <input
            type="radio"
            name="coin"
            value={asset.id}
            checked={asset.id === chosen}
            disabled={!asset.available}
            onChange={() => onChoose(asset)}
            className="tick size-4 shrink-0 rounded-full outline-none"
          />
          <CoinIcon symbol={asset.symbol} color={asset.color} className="max-xs:hidden" />
          <CoinDetails asset={asset} />
        </label>
      ))}
    </fieldset>
  );
}

/** Two lines, each as wide as the card: on a phone the network would wrap to three beside the price. */
function CoinDetails({ asset }: { asset: CryptoAsset }) {
  const { t } = useTranslation('sell');
  return (
    <span className="min-w-0 flex-1 basis-40">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{coinName(asset.name)}</span>
        {asset.available && <Money amount={asset.price} currency="USD" />}
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-muted">
        <span className="min-w-0">
          {asset.symbol} · {asset.networkHint}
        </span>
        {asset.available ? (
          <Change percent={asset.change24h} className="shrink-0 max-sm:hidden" />
        ) : (
          <span className="text-end">{t('rateUnavailable')}</span>
        )}
      </span>
    </span>
  );
}

import { cryptoAssetsQuery, offeredAssets } from '#client/features/rates/rates.queries.ts';
import { startingAmount } from '#client/features/sell/components/sell.round-amounts.ts';
import { sellEstimateQuery, type SellTerms } from '#client/features/sell/sell.estimate.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { prefetchQuery, type ServerPage, type PrefetchContext } from '#client/ui/layout/server-page.ts';

/** The home page, as the server draws it: the coins with their prices, and an estimate for the first offered one. */
export const landingPage: ServerPage = {
  async prefetch(context) {
    await prefetchEstimate(context);
    return true;
  },
  metadataOf: (_context, { brand, publicUrl, publisher }) => {
    const site = { '@context': 'https://schema.org', '@type': 'WebSite', name: brand, url: `${publicUrl}/`, publisher };
    return { structuredData: [site], image: null, article: null };
  },
};

async function prefetchEstimate(context: PrefetchContext): Promise<void> {
  const { currency } = context;
  const [coin] = offeredAssets((await prefetchQuery(context, cryptoAssetsQuery)) ?? []);
  const settings = context.client.getQueryData(settingsQuery.queryKey);
  if (!coin || !settings || currency === null) return;
  const cryptoAmount = startingAmount(coin, settings.limits.kycUsd);
  const terms: SellTerms = { cryptoId: coin.id, cryptoAmount, targetCurrency: currency };
  await prefetchQuery(context, sellEstimateQuery(terms));
}

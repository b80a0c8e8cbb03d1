import { loadTexts } from '#client/lib/i18n/load-texts.ts';
import { withTexts } from './screen.ts';

/**
 * Fetches the screens that a customer can open without a network: the last data to read, and the forms with their drafts.
 */
export async function loadOfflineScreens(): Promise<void> {
  await Promise.all([
    withTexts(import('#client/features/sell/pages/DashboardPage.tsx')),
    withTexts(import('#client/features/orders/pages/OrdersPage.tsx')),
    withTexts(import('#client/features/sell/pages/SellPage.tsx')),
    withTexts(import('#client/features/fiat-exchange/pages/ExchangePage.tsx')),
    withTexts(import('#client/features/kyc/pages/KycPage.tsx')),
    loadTexts('payout-accounts'),
  ]);
}

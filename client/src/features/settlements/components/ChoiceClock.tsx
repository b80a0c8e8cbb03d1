import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useTimeZone } from '#client/lib/browser/useHydrated.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { chosenBy } from '#shared/orders/orders.times.ts';
import { useSettlement, type AdminOrder } from './useSettlement.ts';

/** Says until when the customer chooses what happens to the coins of a sale; nothing where they choose nothing. */
export function ChoiceClock({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('settlements.admin');
  const timeZone = useTimeZone();
  const { data: settings } = useQuery(settingsQuery);
  const { live, computed, transfers } = useSettlement(order)?.state ?? {};
  // Their time begins again with each transfer that comes.
  const [newest] = (transfers ?? [])
    .filter(({ isNamed }) => isNamed)
    .map(({ seenAt }) => seenAt)
    .toSorted()
    .toReversed();
  if (!settings || live || computed?.asks !== 'customer' || newest === undefined) return null;
  return <>{t('choiceUntil', { at: formatDateTime(chosenBy(newest, settings), { timeZone }) })}</>;
}

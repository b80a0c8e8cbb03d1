import { useTranslation } from 'react-i18next';
import { useTimeZone } from '#client/lib/browser/useHydrated.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useSettlement, type AdminOrder } from './useSettlement.ts';

/** Says until when the customer chooses what happens to the coins of a sale; nothing where they choose nothing. */
export function ChoiceClock({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('settlements.admin');
  const timeZone = useTimeZone();
  const { live, computed, choiceUntil } = useSettlement(order)?.state ?? {};
  if (live || computed?.asks !== 'customer' || !choiceUntil) return null;
  return <>{t('choiceUntil', { at: formatDateTime(choiceUntil, { timeZone }) })}</>;
}

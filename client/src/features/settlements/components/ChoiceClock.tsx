import { useTranslation } from 'react-i18next';
import { useTimeZone } from '#client/lib/browser/useHydrated.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useSettlement, type AdminOrder } from './useSettlement.ts';

/** Shows until when the customer can choose about the coins of a sale; nothing without a choice. */
export function ChoiceClock({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('settlements.admin');
  const timeZone = useTimeZone();
  const { live, computed, choiceUntil } = useSettlement(order)?.state ?? {};
  if (live || computed?.asks !== 'customer' || !choiceUntil) return null;
  return <>{t('choiceUntil', { at: formatDateTime(choiceUntil, { timeZone }).replaceAll(' ', '\u00a0') })}</>;
}

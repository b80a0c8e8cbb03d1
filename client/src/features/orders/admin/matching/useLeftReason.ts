import { useTranslation } from 'react-i18next';
import { leftReasons } from '#shared/orders/orders.matching.contract.ts';

/** The words of why an order is looked at by itself; a refusal that is none of them is that it has changed. */
export function useLeftReason(): (code: string) => string {
  const { t } = useTranslation('orders.matching');
  return (code) => t(`reason.${leftReasons.find((reason) => reason === code) ?? 'changed'}`);
}

import { useTranslation } from 'react-i18next';
import { textOfWord } from '#client/features/deposits/deposits.levels.ts';
import { leftReasons, type LeftReason } from '#shared/orders/admin/orders.matching.contract.ts';
import type { VerdictWord } from '#shared/orders/orders.verdict-levels.ts';

/** These reasons have the texts of the verdict. */
const ofVerdict = {
  short: 'short',
  over: 'over',
  not_confirmed: 'red',
  uncertain: 'amber',
  not_checked: 'grey',
} as const satisfies Partial<Record<LeftReason, VerdictWord>>;

/** True for a reason that is explained by a text of the verdict. */
export const isOfVerdict = (reason: LeftReason | 'changed'): reason is keyof typeof ofVerdict => reason in ofVerdict;

/** Says why an order is checked by itself; any other refusal means that the order has changed. */
export function useLeftReason(): (code: string) => string {
  const { t } = useTranslation('orders.matching');
  const { t: ofDeposit } = useTranslation('deposits.admin');
  return (code) => {
    const reason = leftReasons.find((leftReason) => leftReason === code) ?? 'changed';
    // Beside a deposit the verdict needs no more words; in a list it says what was not checked.
    if (reason === 'not_checked') return t('reason.not_checked');
    return isOfVerdict(reason) ? textOfWord(ofVerdict[reason], ofDeposit) : t(`reason.${reason}`);
  };
}

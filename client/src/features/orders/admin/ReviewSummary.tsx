import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isOnProof, levelStyles, shownLevelOf, verdictWord } from '#client/features/deposits/deposits.levels.ts';
import { verdictQuery } from '#client/features/deposits/deposits.queries.ts';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { isSamePayee } from '#shared/orders/orders.review.ts';
import { isBackStage } from '#shared/orders/orders.stages.ts';
import { unevenOf } from '#shared/orders/orders.verdict-levels.ts';
import { isUndecidedStage } from '#shared/orders/orders.work.ts';
import { useIsPayoutFirst } from './decide/useIsPayoutFirst.ts';
import { useFlagWords } from './matching/Flag.tsx';
import type { AdminOrder, OpenOrder } from './orders.admin.queries.ts';
import { wrongNumberOf } from './orders.payee.ts';
import { mayBePaid, usePayoutNow } from './usePayoutNow.ts';
import { useLabelledSums } from './useSumTexts.ts';

/** Payout, payee and the verdict on the deposit: on a phone the slip is one screen below the proof. */
export function ReviewSummary({ order, hasBar }: { order: OpenOrder; hasBar: boolean }) {
  const { t } = useTranslation(['orders.admin', 'payouts.admin', 'orders.matching']);
  const isTableLayout = useTableLayout();
  const { given, payout } = useLabelledSums(order);
  const payoutNow = usePayoutNow(order);
  // Neither choice of the customer pays a sum that could be shown.
  const isOpenSum = payoutNow !== undefined && !mayBePaid(payoutNow);
  // The bar below stays in view, and names payee and doubts beside its button.
  const isBarNaming = useIsPayoutFirst(order) && hasBar;
  const namedFlags = useFlagWords(order.id).map(({ text }) => text);
  const doubts = useDoubts(order).filter((text) => !isBarNaming || !namedFlags.includes(text));
  if (isTableLayout) return null;
  const { accountName, bankName } = order.paymentDetails ?? {};
  return (
    <section aria-label={t('summary')} className="flex flex-col gap-0.5 border-y border-line px-4 py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Ltr className="text-muted figures">{given}</Ltr>
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          {isOpenSum && <span className="font-semibold">{t('slip.open')}</span>}
          {payoutNow && !isOpenSum && payoutNow.asks !== 'nobody' && (
            <span className="text-xs text-muted">{t('slip.wouldPay')}</span>
          )}
          {!isOpenSum && (
            <Ltr className="font-semibold figures">
              {payoutNow ? formatMoneyText(payoutNow.net, order.payoutCurrency) : payout}
            </Ltr>
          )}
        </span>
      </p>
      {order.userStatus !== 'active' && (
        <p className="text-xs font-medium text-rejected">{t(`customer.${order.userStatus}`)}</p>
      )}
      {isBackStage(order.stage) && <p className="font-medium text-pending">{t('slip.owed')}</p>}
      {accountName && !isBackStage(order.stage) && !isOpenSum && !isBarNaming && (
        <p className="text-xs wrap-anywhere text-muted">{t('payoutTo', { name: accountName, bank: bankName })}</p>
      )}
      {wrongNumberOf(order) && <p className="text-xs font-medium text-rejected">{t('payouts.admin:flag.number')}</p>}
      {doubts.map((text) => (
        <p key={text} className="flex items-center gap-1.5 text-xs font-medium text-pending">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
          {text}
        </p>
      ))}
      {order.type === 'sell' && <Level order={order} />}
    </section>
  );
}

/** Short names of the warnings that the panes below explain. */
function useDoubts({ stage, customer, paymentDetails, similarProofReferences }: OpenOrder): string[] {
  const { t } = useTranslation('orders.matching');
  const lastPayout = customer?.lastPayout;
  const isOtherPayee = lastPayout && paymentDetails && !isSamePayee(lastPayout, paymentDetails);
  const doubtTexts = [
    similarProofReferences.length > 0 && t('reason.similar_proof'),
    (customer?.samePayee ?? []).length > 0 && t('reason.same_payee'),
    ...(isUndecidedStage(stage)
      ? [customer?.cameBack && t('reason.came_back'), isOtherPayee && t('reason.other_account')]
      : []),
  ];
  return doubtTexts.filter((text) => typeof text === 'string');
}

/** Reserves its place before its content is known. */
function Level({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('deposits.admin');
  const { data: verdict } = useQuery(verdictQuery(order));
  if (!verdict) return <p className="min-h-4" />;
  const { level, findings } = verdict;
  const onProof = isOnProof(order, findings);
  const { Icon } = levelStyles[onProof ? 'grey' : level];
  const { text } = levelStyles[shownLevelOf(level, order.stage)];
  const isByHand = findings.some(({ code }) => code === 'by_hand');
  return (
    <p className={clsx('flex min-h-4 items-center gap-1.5 text-xs', text)}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
      {isByHand ? t('byHand') : onProof ? t('byProof') : verdictWord({ level, uneven: unevenOf(findings) }, t)}
    </p>
  );
}

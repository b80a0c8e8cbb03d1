import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Landmark, Send, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withFirmHyphens } from '#client/lib/format/firm-hyphens.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { batchesQuery, figuresQuery } from '../../payouts.queries.ts';

const icons = { due: CircleCheck, release: Landmark, sent: Send, returned: Undo2 };

/** Replaces the rows of a tab without payouts, with a link to the screen where the next ones are made. */
export function NoPayouts({ tab }: { tab: keyof typeof icons }) {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const { data: figures } = useQuery(figuresQuery);
  const toDue = may('payouts.prepare') && <ButtonLink text={t('none.toDue')} to="/admin/payouts?tab=due" />;
  const reviewText = useReviewText();
  const toRelease = <ButtonLink text={reviewText ?? t('none.toRelease')} to="/admin/payouts?tab=release" />;
  const toSent = <ButtonLink text={t('none.toSent')} to="/admin/payouts?tab=sent" />;
  const toDecide = may('orders.decide') && <ButtonLink text={t('none.toDecide')} to="/admin/transactions" />;
  // Payouts in batches are named before undecided orders.
  const isInBatches = figures?.currencies.some(({ batched, released }) => batched.payouts + released.payouts > 0);
  const actions = {
    due: isInBatches ? toRelease : toDecide || toRelease,
    release: toDue || toSent,
    sent: toRelease,
    returned: toSent,
  };
  return <EmptyList Icon={icons[tab]} text={t(`none.${tab}`)} action={actions[tab]} />;
}

/** Names the batches that this member can release, with their sums by currency; undefined if there are none. */
function useReviewText(): string | undefined {
  const { t } = useTranslation('payouts.admin');
  const { data } = useQuery(batchesQuery(['prepared'], 1));
  const ready = data?.items.filter(({ mayRelease }) => mayRelease) ?? [];
  const currencies = [...new Set(ready.map(({ currency }) => currency))];
  const amounts = currencies.map((currency) => {
    const totals = ready.filter((batch) => batch.currency === currency).map(({ total }) => decimal(total));
    return formatMoneyText(toText(totals.reduce((sum, total) => sum.plus(total), zero)), currency);
  });
  const [first, ...others] = ready;
  if (!first) return undefined;
  return others.length === 0
    ? t('reviewBatch', { reference: withFirmHyphens(first.reference), amount: amounts.join() })
    : t('reviewBatches', { amounts: formatList(amounts) });
}

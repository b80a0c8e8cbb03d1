import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Money } from '#client/ui/data/Money.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { lineRow } from '#shared/orders/line/line.states.ts';
import { StateClock } from '../line/MoneyLine.tsx';
import { Points } from '../line/Points.tsx';
import { useLine, type FollowedLine } from '../line/useLine.ts';
import { useLineTexts } from '../line/useLineTexts.ts';
import type { OwnOrder } from '../orders.queries.ts';
import { useOrderSum } from './useOrderLine.ts';

/** A single order that is on its way: its sentence, its sum, its points, and its time of arrival. */
export function MovingCard({ order }: { order: OwnOrder }) {
  const followedLine = useLine(order);
  if (!followedLine) return <Skeleton line="h-40 rounded-card" />;
  return <Card order={order} {...followedLine} />;
}

function Card({ order, line, source }: { order: OwnOrder } & FollowedLine) {
  const { t } = useTranslation('orders');
  const { sentence, detail } = useLineTexts(line, source);
  const sum = useOrderSum(order);
  return (
    <section
      aria-labelledby="way"
      className="relative line flex flex-col gap-3 card p-4 has-[a:hover]:bg-tide-soft sm:p-6"
      data-state={line.state}
      data-tone={lineRow(line.state).tone}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id="way" className="min-w-0 text-lg">
          <Link to={`/transactions?tx=${order.id}`} className="after:absolute after:inset-0">
            {sentence}
          </Link>
        </h3>
        {'money' in sum ? (
          <Money amount={sum.money} currency={order.payoutCurrency} className="ms-auto font-semibold" />
        ) : (
          <bdi className="ms-auto figures font-medium text-muted">{sum.coins}</bdi>
        )}
      </div>
      <Points points={line.points} now={source.now} isAsked={false} bare />
      <div>
        <StateClock line={line} source={source} />
        <p className="line-detail">{detail}</p>
        <span className="sr-only">{t('openDetails', { reference: order.reference })}</span>
      </div>
    </section>
  );
}

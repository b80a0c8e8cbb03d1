import { useTranslation } from 'react-i18next';
import { formatCrypto } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { coinName } from '#shared/reference/coin-name.ts';
import { LineChip, StateClock } from '../line/MoneyLine.tsx';
import { Points } from '../line/Points.tsx';
import { useLine, type FollowedLine } from '../line/useLine.ts';
import { useLineTexts } from '../line/useLineTexts.ts';
import type { OwnOrder } from '../orders.queries.ts';
import { needWordOf } from './useOrderLine.ts';

/** The screen of the customer's next step for an order. */
function placeOf({ id, needs }: OwnOrder): string {
  if (needs?.what === 'account') return `/transactions/${id}/account`;
  return needs?.what === 'proof' ? `/fiat-exchange?order=${id}` : `/transactions?tx=${id}`;
}

/** The order that needs the customer most, with the text of its line of money, and one button for the next step. */
export function NeedCard({ order }: { order: OwnOrder }) {
  const followedLine = useLine(order, { isToppingUp: order.needs?.what === 'top_up' });
  if (!followedLine) return <Skeleton line="h-64 rounded-card" />;
  return <Card order={order} {...followedLine} />;
}

function Card({ order, line, source }: { order: OwnOrder } & FollowedLine) {
  const { t } = useTranslation('orders');
  const { sentence, detail } = useLineTexts(line, source);
  const { cryptoName, cryptoSymbol, amount, reference, settlement } = order;
  return (
    <section
      aria-labelledby="need"
      className="line flex flex-col gap-3 card border-pending p-4 ring-1 ring-pending sm:p-6"
      data-state={line.state}
      data-tone="pending"
    >
      <div className="line-top">
        <LineChip line={line} source={source} />
        <Ltr className="font-mono text-xs whitespace-nowrap text-faint">{reference}</Ltr>
      </div>
      <div>
        <h3 id="need" className="text-xl">
          {sentence}
        </h3>
        {detail && <p className="line-detail">{detail}</p>}
        <StateClock line={line} source={source} />
      </div>
      <Points points={line.points} now={source.now} isAsked bare />
      <ButtonLink
        text={t(`need.${needWordOf(order) ?? 'choice'}.action`, {
          coin: coinName(cryptoName ?? ''),
          amount: formatCrypto(settlement?.received ?? amount, cryptoSymbol ?? ''),
        })}
        variant="filled"
        to={placeOf(order)}
        className="self-start max-sm:w-full"
      />
    </section>
  );
}

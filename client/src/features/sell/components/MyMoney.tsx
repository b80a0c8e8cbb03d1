import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { IdCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MovingCard } from '#client/features/orders/components/MovingCard.tsx';
import { NeedCard } from '#client/features/orders/components/NeedCard.tsx';
import { OrderRows } from '#client/features/orders/components/OrderRow.tsx';
import { netToPay } from '#client/features/orders/components/orders.text.ts';
import { homeOrdersQuery, orderRoutes, type OwnOrder } from '#client/features/orders/orders.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatPercent } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Strips, type StripProps } from '#client/ui/layout/Strips.tsx';
import { decimal, toWire } from '#shared/kernel/money.ts';
import { isMoving } from '#shared/orders/orders.needs.ts';
import { useOpenQuoteStrips, useUnfinishedSaleStrip, stripVariant } from './UnfinishedSale.tsx';

/** Number of finished orders on the home; a link leads to the others. */
const finishedShown = 3;

/** The customer's money: orders that need them first, then those on their way, then a sale, then finished ones. */
export function MyMoney({ user }: { user: SessionUser }) {
  const { t } = useTranslation('sell.dashboard');
  const { data } = useQuery(homeOrdersQuery);
  useRefreshOn('transaction_updated', ...orderRoutes);
  const orders = data?.items ?? [];
  const [first, ...otherOrders] = orders.filter(({ needs }) => needs !== null);
  const quotes = useOpenQuoteStrips(!first);
  const sales = [...quotes, ...useUnfinishedSaleStrip(user, !first && quotes.length === 0)];
  const unfinishedStrips = [...sales, ...useRefusedIdStrips(user, !first && sales.length === 0)];
  const movingOrders = orders.filter((order) => order.needs === null && isMoving(order, Date.now()));
  const finishedOrders = orders.filter((order) => order.needs === null && !isMoving(order, Date.now()));
  const sale = <ReadyToSell isFirst={!first && unfinishedStrips.length === 0} isNew={orders.length === 0} />;
  // Orders that need the customer or are on their way come first; without either, the sale does.
  const isQuiet = !first && unfinishedStrips.length === 0 && movingOrders.length === 0;
  const hasEnd = !isQuiet || finishedOrders.length > 0;
  return (
    <div className={clsx('grid gap-6 lg:items-start lg:gap-8', hasEnd && 'lg:grid-cols-2')}>
      <div className="flex min-w-0 flex-col gap-6">
        {isQuiet && sale}
        {(first || unfinishedStrips.length > 0) && (
          <Part title={t('needs')}>
            {first && <NeedCard order={first} />}
            {otherOrders.length > 0 && <OrderRows label={t('needs')} rows={otherOrders} />}
            <Strips strips={unfinishedStrips} all />
          </Part>
        )}
        {movingOrders.length > 0 && (
          <Part title={t('way')} aside={movingOrders.length > 1 && <Sums orders={movingOrders} />}>
            {movingOrders.length === 1 && movingOrders[0] ? (
              <MovingCard order={movingOrders[0]} />
            ) : (
              <OrderRows label={t('way')} rows={movingOrders} />
            )}
          </Part>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-6 empty:hidden">
        {!isQuiet && sale}
        {finishedOrders.length > 0 && (
          <Part
            title={t('finished')}
            aside={<ButtonLink text={t('all')} variant="ghost" size="small" to="/transactions" />}
          >
            <OrderRows label={t('finished')} rows={finishedOrders.slice(0, finishedShown)} />
          </Part>
        )}
      </div>
    </div>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Stages in which the payout is certain. */
const isPaidFor = ({ stage }: OwnOrder) => !['question', 'refund_due', 'refund_sent'].includes(stage);

/** The sums on their way, added up by currency. */
function Sums({ orders }: { orders: readonly OwnOrder[] }) {
  const sums = new Map<string, number>();
  for (const order of orders.filter(isPaidFor)) {
    const { payoutCurrency: currency } = order;
    const payoutTotal = decimal(String(netToPay(order))).plus(decimal(String(sums.get(currency) ?? 0)));
    sums.set(currency, toWire(payoutTotal));
  }
  return (
    <span className="flex flex-wrap justify-end gap-x-4 font-semibold" style={{ fontSize: 'min(1rem, 5vw)' }}>
      {[...sums].map(([currency, amount]) => (
        <Money key={currency} amount={amount} currency={currency} />
      ))}
    </span>
  );
}

/** Says that an identity was rejected: nothing above the limit can be sold until it is submitted again. */
function useRefusedIdStrips({ kycStatus }: SessionUser, isFirst: boolean): StripProps[] {
  const { t } = useTranslation('sell.dashboard');
  if (kycStatus !== 'rejected') return [];
  const icon = <IdCard className="size-6 shrink-0 text-pending" />;
  const action = <ButtonLink text={t('id.action')} variant={stripVariant(isFirst)} to="/kyc" />;
  return [{ id: 'kyc', urgent: true, icon, title: t('id.title'), text: t('id.text'), action }];
}

function ReadyToSell({ isFirst, isNew }: { isFirst: boolean; isNew: boolean }) {
  const { t } = useTranslation('sell.dashboard');
  const { data: settings } = useQuery(settingsQuery);
  const standard = settings?.fees.tiers.find(({ overUsd }) => overUsd === 0);
  return (
    <section className="card flex flex-wrap items-center justify-between gap-4 p-5 md:p-6">
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="text-lg">{t('ready.title')}</h2>
        {isNew && <p className="text-sm text-muted">{t('empty')}</p>}
        {standard && (
          <p className="text-sm text-muted">{t('ready.text', { percent: formatPercent(standard.percent) })}</p>
        )}
      </div>
      <ButtonLink text={t('ready.action')} variant={stripVariant(isFirst)} to="/sell" className="max-sm:w-full" />
    </section>
  );
}

import { Suspense, type Context, type ReactNode } from 'react';
import { WaitingApprovals } from '#client/features/approvals/components/WaitingApprovals.tsx';
import { Notes } from '#client/features/notes/components/Notes.tsx';
import { NewsletterContext } from '#client/ui/layout/admin/NewsletterSlot.tsx';
import { NextWorkContext } from '#client/ui/layout/admin/NextWorkSlot.tsx';
import { ApprovalContext, ApprovalOrderContext } from '#client/ui/layout/ApprovalSlot.tsx';
import { DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { ExportContext } from '#client/ui/layout/ExportSlot.tsx';
import { NoteContext } from '#client/ui/layout/NoteSlot.tsx';
import { OrderBookContext } from '#client/ui/layout/OrderBookSlot.tsx';
import { OrderPayoutContext } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { OrderStatusContext } from '#client/ui/layout/OrderStatusSlot.tsx';
import { lazyScreen } from '../screen.ts';
import { ExportButton } from './ExportButton.tsx';
import { NextWork } from './WaitingBadge.tsx';

const ApprovalOrder = lazyScreen('ApprovalOrder', () => import('#client/features/orders/admin/ApprovalOrder.tsx'));
const NewsletterPart = lazyScreen(
  'NewsletterPart',
  () => import('#client/features/newsletter/admin/NewsletterPart.tsx'),
);
const OrderBook = lazyScreen('OrderBook', () => import('#client/features/books/admin/OrderBook.tsx'));
const OrderPayout = lazyScreen('OrderPayout', () => import('#client/features/payouts/admin/OrderPayout.tsx'));
const OrderStatus = lazyScreen('OrderStatus', () => import('#client/features/orders/admin/OrderStatus.tsx'));

/** Fills one slot for everything inside it. */
const filled =
  <Render,>(Slot: Context<Render>, render: Render) =>
  (children: ReactNode) => <Slot value={render}>{children}</Slot>;

/** Parts that a screen shows of features which come after its own, or which the layout alone can make. */
const slots = [
  filled(ExportContext, (props) => <ExportButton {...props} />),
  filled(ApprovalContext, (props) => <WaitingApprovals {...props} />),
  filled(ApprovalOrderContext, (id, details) => (
    <Suspense fallback={<DetailSkeleton />}>
      <ApprovalOrder id={id} details={details} />
    </Suspense>
  )),
  filled(OrderStatusContext, (props) => (
    <Suspense fallback={<span aria-busy="true" className="inline-block h-4 w-20" />}>
      <OrderStatus {...props} size="small" />
    </Suspense>
  )),
  filled(OrderBookContext, (orderId) => (
    <Suspense>
      <OrderBook orderId={orderId} />
    </Suspense>
  )),
  filled(OrderPayoutContext, (props) => (
    <Suspense>
      <OrderPayout {...props} />
    </Suspense>
  )),
  filled(NoteContext, (props) => <Notes {...props} />),
  filled(NextWorkContext, () => <NextWork />),
  // It is above and below the posts, so the screen waits for it.
  filled(NewsletterContext, (props) => <NewsletterPart {...props} />),
];

/** Provides the parts that screens of the administration show of other features. */
export function AdminSlots({ children }: { children: ReactNode }) {
  return slots.reduceRight<ReactNode>((inside, fill) => fill(inside), children);
}

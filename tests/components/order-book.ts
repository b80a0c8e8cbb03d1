import type { Api } from '#shared/api.ts';
import { adminGetOrder } from '#shared/orders/admin/orders.admin.contract.ts';
import { isOpen, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { isUndecidedStage, todoStages, type OrderWork } from '#shared/orders/orders.work.ts';
import { anOrder } from './answers.ts';
import { blankOf } from './blank.ts';
import { Page, Refused, type Answers, type SentCall } from './server.ts';

export type AdminOrder = Api['GET /api/admin/transactions/:id']['output'];
type Query = {
  q?: string;
  status?: OrderStatus | OrderStatus[];
  work?: OrderWork;
  sort: string;
  page: number;
  pageSize: number;
};
type Decision = Api['PATCH /api/admin/transactions/:id/status']['form']['fields'];

let placedCount = 0;

/** A sale as the team sees it, each with a reference of its own. */
export function anAdminOrder(changes: Partial<AdminOrder> = {}): AdminOrder {
  placedCount += 1;
  const blankOrder = blankOf(adminGetOrder.response);
  return {
    ...blankOrder,
    ...anOrder(),
    events: [],
    id: crypto.randomUUID(),
    reference: `LF-BOOK-${placedCount}`,
    userEmail: 'ada@customers.test',
    userName: 'Ada Okafor',
    customer: { ...blankOrder.customer, orders: 1, isFirst: true, limitUsd: 1_000, limitDays: 30 },
    ...changes,
  };
}

interface OrderBook {
  answers: Answers;
  /** Holds back the matching lists until the returned function is called. */
  hold: (fits: (query: Query) => boolean) => () => void;
  /** Changes an order, as another call of the server does. */
  change: (id: string, changes: Partial<AdminOrder>) => void;
}

/** The queue of the team with these orders, oldest first: it is searched, filtered, sorted, paged and decided. */
export function orderBook(...initialOrders: AdminOrder[]): OrderBook {
  const orders = new Map(initialOrders.map((order) => [order.id, order]));
  let heldAnswer: { fits: (query: Query) => boolean; released: Promise<void> } | undefined;
  const list = async ({ query }: SentCall) => {
    const filters = query as Query;
    if (heldAnswer?.fits(filters)) await heldAnswer.released;
    return pageOf([...orders.values()], filters);
  };
  const orderIn = ({ path }: SentCall) => [...orders.values()].find(({ id }) => path.includes(id));
  const unknownOrder = new Refused('not_found', 'order_not_found');
  const decide = (call: SentCall) => {
    const order = orderIn(call);
    const { status, adminNotes, adminTransactionId } = call.body as Decision;
    if (!order) return unknownOrder;
    const decidedOrder = {
      ...order,
      status,
      version: order.version + 1,
      adminNotes: adminNotes ?? order.adminNotes,
      adminTransactionId: adminTransactionId ?? order.adminTransactionId,
    };
    orders.set(order.id, decidedOrder);
    return decidedOrder;
  };
  return {
    answers: {
      'GET /api/admin/transactions': list,
      'GET /api/admin/transactions/:id': (call) => orderIn(call) ?? unknownOrder,
      'GET /api/admin/transactions/:id/notes': [],
      'GET /api/admin/transactions/:id/settlement': new Refused('not_found', 'order_not_found'),
      'GET /api/admin/transactions/:id/verdict': {
        level: 'grey',
        findings: [{ code: 'by_hand', params: { coinId: 'bitcoin' } }],
        transfers: [],
        checkedAt: null,
        source: null,
      },
      'PATCH /api/admin/transactions/:id/status': decide,
      'PUT /api/admin/transactions/:id/status': decide,
    },
    change: (id, changes) => {
      const order = orders.get(id);
      if (order) orders.set(id, { ...order, ...changes });
    },
    hold: (matches) => {
      let release = () => {};
      const releasePromise = new Promise<void>((resolve) => {
        release = resolve;
      });
      heldAnswer = { fits: matches, released: releasePromise };
      return () => release();
    },
  };
}

function pageOf(orders: AdminOrder[], { q, status, work, sort, page, pageSize }: Query): Page<AdminOrder[]> {
  const statuses = status === undefined ? undefined : [status].flat();
  const fittingOrders = orders
    .filter(({ reference, userEmail }) => !q || reference === q || userEmail === q)
    .filter((order) => !statuses || statuses.includes(order.status))
    .filter((order) => !work || (isOpen(order) && workOf(order) === work));
  const sortedOrders = sort === 'newest' ? fittingOrders.toReversed() : fittingOrders;
  return new Page(sortedOrders.slice((page - 1) * pageSize, page * pageSize), fittingOrders.length);
}

function workOf({ stage, awaitingProof }: AdminOrder): OrderWork {
  if (!isUndecidedStage(stage)) return 'approved';
  return todoStages.some((todoStage) => todoStage === stage) && !awaitingProof ? 'todo' : 'waiting';
}

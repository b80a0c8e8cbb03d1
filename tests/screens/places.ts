import { extractText, getDocumentProxy } from 'unpdf';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import type { DemoServer } from './demo-server.ts';

/** Addresses of rows that differ in every demo. */
export type Places = Awaited<ReturnType<typeof findPlaces>>;

/**
 * Finds an article, a completed order, the code on its receipt, sales at own addresses that ask for a step, and an
 * offer.
 */
export async function findPlaces({ url, ask, tokenOf }: DemoServer) {
  const [post] = await ask<{ id: string }[]>('/api/blog-posts', 'visitor');
  const orders = await ask<{ id: string; status: string; stage: string }[]>(
    '/api/transactions?pageSize=50',
    'customer',
  );
  const order = orders.find(({ status }) => status === 'completed');
  const inStage = (wantedStage: OrderStage) => orders.find(({ stage }) => stage === wantedStage)?.id ?? '';
  if (!post || !order) throw new Error('The demonstration has no article or no completed order');
  const headers = { Authorization: `Bearer ${await tokenOf('customer')}` };
  const response = await fetch(`${url}/api/transactions/${order.id}/receipt`, { headers });
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(document, { mergePages: true });
  // A code that is longer than its line is set on two.
  const code = /\/receipt\/([\w\s-]{43,46})/.exec(text)?.[1]?.replaceAll(/\s/g, '').slice(0, 43) ?? '';
  const ownAnswers = {
    short: inStage('short'),
    question: inStage('question'),
    'refund-due': inStage('refund_due'),
    'refund-sent': inStage('refund_sent'),
  };
  const offers = await ask<{ code: string; userId: string | null }[]>('/api/admin/offers?state=open', 'admin');
  const offer = offers.find(({ userId }) => userId === null)?.code ?? '';
  return { article: post.id, order: order.id, receipt: code, own: ownAnswers, offer, team: await findTeamOrders(ask) };
}

/** Orders that the team finds in a state: one with matching coins, and one with a returned payout. */
async function findTeamOrders(ask: DemoServer['ask']) {
  const { matching } = await ask<{ matching: { id: string }[] }>('/api/admin/matching-transactions', 'admin');
  const returnedPayouts = await ask<{ order: { id: string } }[]>('/api/admin/payouts?state=returned', 'admin');
  return { matching: matching[0]?.id ?? '', returned: returnedPayouts[0]?.order.id ?? '' };
}

// States of the screens about users and contents: a newsletter on its way, decided requests, and empty lists.
import { listApprovals } from '#shared/approvals/approvals.contract.ts';
import { newsletterSendings, newsletterStats } from '#shared/newsletter/newsletter.contract.ts';
import type { Step } from './interactions.ts';
import { changedAnswer } from './team-answers.ts';
import { decidedRequest } from './team-states.ts';

const minutes = (from: number) => new Date(Date.now() + from * 60_000).toISOString();

/** One post is being sent, and one was sent. */
export const withSendings: Step = async (page) => {
  const sendingAt = (at: number, title: string) => ({
    postId: `0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0c0${at}`,
    title,
    language: null,
    total: 1_204,
    startedAt: minutes(-14),
    endedAt: null,
  });
  const counts = newsletterStats.response.parse({ subscribed: 1_204, waiting: 31, left: 58 });
  const sendings = newsletterSendings.response.parse([
    { ...sendingAt(1, 'How to sell your first Bitcoin safely'), state: 'sending', handed: 820 },
    { ...sendingAt(2, 'Paid within the hour'), state: 'sent', handed: 1_198, endedAt: minutes(-2) },
  ]);
  await page.route('**/api/admin/newsletter', (route) => route.fulfill({ json: counts }));
  await page.route('**/api/admin/newsletter/sendings', (route) => route.fulfill({ json: sendings }));
};

/** A list without anything in it. */
export const withNothing =
  (path: string): Step =>
  (page) =>
    page.route(new RegExp(`/api/admin/${path}(\\?|$)`), (route) =>
      route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
    );

/** One request, which was approved. */
export const withDecidedRequests: Step = async (page) => {
  const answer = listApprovals.response.parse([decidedRequest()]);
  await page.route('**/api/admin/approvals*', (route) => route.fulfill({ json: answer }));
};

/** Nobody waits for an identity check; the decided ones stay. */
export const noneWaits = changedAnswer<{ status: unknown }[]>(/\/api\/admin\/kyc-requests\?/, (requests) =>
  requests.filter(({ status }) => status !== 'pending'),
);

/** A queue that is done, with none of its orders left to decide, and therefore without a matching one. */
export const withEmptyQueue: Step = async (page) => {
  await changedAnswer<Record<string, unknown>[]>(/\/api\/admin\/transactions\?.*work=todo/, () => [])(page);
  await page.route('**/api/admin/matching-transactions', (route) =>
    route.fulfill({ json: { matching: [], left: [] } }),
  );
};

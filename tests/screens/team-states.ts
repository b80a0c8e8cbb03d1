// States of the team's screens that depend on a rule, a pause or a mail, as the server answers them.
import type { Page } from 'playwright';
import { listApprovals, type ApprovalView } from '#shared/approvals/approvals.contract.ts';
import { adminGetSettings, getSettings, listPauses } from '#shared/settings/settings.contract.ts';
import { getInvitation } from '#shared/team/team.contract.ts';
import type { Step } from './interactions.ts';

const hourMs = 60 * 60 * 1000;
const hours = (from: number) => new Date(Date.now() + from * hourMs).toISOString();
const member = (name: string) => ({ id: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01', name });

const request = (id: number, rest: Pick<ApprovalView, 'kind' | 'subjectId' | 'facts'>): ApprovalView => ({
  id: `0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0b0${id}`,
  askedBy: member('Nora Diaz'),
  askedAt: hours(-1),
  expiresAt: hours(23),
  state: 'open',
  decidedBy: null,
  decidedAt: null,
  voidReason: null,
  isOwn: false,
  isOwnCase: false,
  isInvolved: false,
  approvesFrom: null,
  mayDecide: true,
  ...rest,
});

/** A change of a role that was approved. */
export const decidedRequest = (): ApprovalView => ({
  ...request(3, {
    kind: 'team',
    subjectId: 'ngozi@team.landfall.test',
    facts: { member: 'Tomas Lindqvist', role: 'reviewer', roleBefore: 'payer' },
  }),
  state: 'approved',
  decidedBy: member('Desk Administrator'),
  askedAt: hours(-4),
  decidedAt: hours(-3),
  mayDecide: false,
});

/** Two requests that wait for a second member, about an order and about a rate, and one that was decided. */
export const withApprovals =
  (orderId: string): Step =>
  async (page) => {
    const settlement = request(1, {
      kind: 'warned_approval',
      subjectId: orderId,
      facts: {
        settlement: 'cap',
        received: '3.9 LTC',
        surplus: '0.9 LTC',
        rest: '0.6 LTC',
        payout: '651958.19',
        agreed: '592689.27',
        currency: 'NGN',
        payee: 'Oluwaseun Adebayo-Ogunleye',
        reason: 'The customer asked in the chat to be paid for what arrived',
      },
    });
    const rate = request(2, {
      kind: 'rate',
      subjectId: 'USD-NGN',
      facts: { pair: 'USD → NGN', rate: '1652.4', rateBefore: '1447.9', percent: '14.12' },
    });
    const answer = listApprovals.response.parse([settlement, rate, decidedRequest()]);
    await page.route('**/api/admin/approvals*', (route) => route.fulfill({ json: answer }));
    await page.route('**/api/admin/settings', async (route) => {
      const response = await route.fetch();
      const settings = adminGetSettings.response.parse(await response.json());
      const fourEyes = { ...settings.fourEyes, warnedApproval: true, rateOverPercent: 10 };
      await route.fulfill({ json: { ...settings, fourEyes } });
    });
  };

/** One coin and the exchanges are paused. */
export const withPauses: Step = async (page: Page) => {
  const active = [
    { what: 'coin' as const, subject: 'litecoin' },
    { what: 'exchanges' as const, subject: '' },
  ];
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch();
    const settings = getSettings.response.parse(await response.json());
    await route.fulfill({ json: { ...settings, pauses: { active } } });
  });
  const pause = { reason: 'The node is upgraded until noon', since: hours(-2) };
  await page.route('**/api/admin/pauses', (route) =>
    route.fulfill({ json: listPauses.response.parse({ active: active.map((what) => ({ ...what, ...pause })) }) }),
  );
};

/** An invitation that is open. */
export const withInvitation: Step = (page) =>
  page.route('**/api/invitations/*', (route) =>
    route.fulfill({
      json: getInvitation.response.parse({
        email: 'ifeoma.okonkwo@team.landfall.test',
        role: 'reviewer',
        invitedBy: 'Desk Administrator',
        expiresAt: hours(22),
      }),
    }),
  );

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type Route } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { useSession } from '#client/lib/session/session.ts';
import type { ApprovalSlotProps } from '#client/ui/layout/ApprovalSlot.tsx';
import type { Api } from '#shared/api.ts';
import { givesMoneyBack, returnsMoney } from '#shared/kernel/approval.ts';

export type Approval = Api['GET /api/admin/approvals']['output'][number];
/** Returns the title of a request; some kinds have one of two, by their action. */
export function useTitle({ kind, facts }: Approval): string {
  const { t } = useTranslation('approvals');
  if (facts.secondFactor) return t('factor');
  if (facts.newEmail) return t('newEmail');
  if (facts.roleBefore) return t('about.role');
  if (facts.layout) return t('about.layout');
  if (facts.payingAccount) return t('about.payingAccount');
  if (facts.reopens) return t('about.reopening');
  if (facts.settlement === 'refund') return t('approveBack', { amount: String(facts.received) });
  if (facts.settlement) {
    const amount = facts.payout === undefined ? '' : formatMoneyText(String(facts.payout), String(facts.currency));
    return t('about.settlement', { amount });
  }
  if (returnsMoney(kind, facts)) return t('returned');
  if (givesMoneyBack(kind, facts)) return t('moneyBack');
  return facts.stops ? t('stop.title') : t(`kind.${kind}`);
}

export type ApprovalDecision = 'approve' | 'refuse' | 'withdraw';

const pollMs = 15_000;

/** Requests that wait for a second member; with `all` also the decided ones. */
export const approvalsQuery = (state: 'open' | 'all') =>
  apiQuery('GET /api/admin/approvals', { query: { state } }, { refetchInterval: pollMs });

/** The open requests. Asks the server only where a rule is on. */
function useOpenApprovals() {
  const session = useSession();
  const isOn = session.status === 'signedIn' && session.user.fourEyes;
  return useQuery({ ...approvalsQuery('open'), enabled: isOn });
}

/** True until the open requests are known. */
export const useAreApprovalsPending = (): boolean => useOpenApprovals().isLoading;

/** The open requests of these kinds about a subject. */
export function useWaitingApprovals({ kinds, subjectId }: ApprovalSlotProps): Approval[] {
  const { data: open = [] } = useOpenApprovals();
  return open.filter(
    ({ kind, subjectId: about, facts }) =>
      kinds.includes(kind) && (subjectId === undefined || [about, facts.cryptoId].includes(subjectId)),
  );
}

/** The routes whose answers a decision may have changed. */
const staleRoutes: readonly Route[] = [
  'GET /api/admin/approvals',
  'GET /api/admin/overview',
  'GET /api/admin/transactions',
  'GET /api/admin/transactions/:id',
  'GET /api/admin/users',
  'GET /api/admin/users/:id',
  'GET /api/admin/users/:id/second-factor',
  'GET /api/admin/settings',
  'GET /api/admin/team',
  'GET /api/admin/payouts',
  'GET /api/admin/statement-lines',
  'GET /api/admin/statements',
  'GET /api/admin/wallets',
  'GET /api/admin/wallets/:cryptoId',
  'GET /api/auth/user',
  'GET /api/admin/books/periods',
];

/** Fetches the rules of dual approval again, and what depends on them, when a colleague has changed them. */
export function useApprovalRules(): void {
  useRefreshOn('approval_rules_changed', 'GET /api/auth/user', 'GET /api/admin/settings', 'GET /api/admin/approvals');
}

function send(id: string, decision: ApprovalDecision): Promise<Approval> {
  const options = { params: { id } };
  if (decision === 'withdraw') return call('DELETE /api/admin/approvals/:id', options);
  if (decision === 'refuse') return call('POST /api/admin/approvals/:id/refuse', options);
  return call('POST /api/admin/approvals/:id/approve', options);
}

/** Approves or refuses the request of another member, or withdraws one's own. */
export const useDecideApproval = ({ id }: Pick<Approval, 'id'>) =>
  useWrite((decision: ApprovalDecision) => send(id, decision), ...staleRoutes);

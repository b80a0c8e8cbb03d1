import {
  CircleOff,
  Clock,
  FlaskConical,
  IdCard,
  MailWarning,
  MessagesSquare,
  ShieldAlert,
  TrendingUp,
  UserRoundSearch,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatNumber, formatRelative } from '#client/lib/format/format.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { chainDetails } from '#shared/reference/chains.ts';
import type { OverviewStats } from './overview.admin.queries.ts';

interface AttentionItem {
  id: string;
  Icon: LucideIcon;
  count: number;
  text: string;
  /** Since when the first of them waits, or what it is. */
  detail: string;
  action: string;
  /** Absent where only the operator of the server can do something. */
  to?: string;
}

/** Open work for the admin, most urgent first, each with a link to it. */
export function AttentionList({ needs, cards }: Pick<OverviewStats, 'needs' | 'cards'>) {
  const { t } = useTranslation('overview');
  const items = [...useChainItems(needs.chains), ...useAttentionItems(needs, cards)];
  const all = items.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="needs-title" className="card flex min-w-0 flex-col p-4 sm:p-5">
      <h3 id="needs-title" className="pb-2 text-base">
        {t('needs.title')}
      </h3>
      {all.length === 0 && <p className="text-sm text-muted">{t('needs.nothing')}</p>}
      <ul className="flex flex-col">
        {all.map(({ id, Icon, text, detail, action, to }, index) => (
          <li key={id} className="flex items-center gap-3 border-t border-line py-2.5">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-pending" strokeWidth={1.75} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="text-sm font-medium">{text}</span>
              <span className="text-xs text-muted">{detail}</span>
            </span>
            {to !== undefined && (
              <ButtonLink
                size="small"
                variant={index === 0 ? 'filled' : 'outline'}
                to={to}
                aria-label={`${action}: ${text}`}
              >
                {action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const counted = (count: number) => ({ count, shown: formatNumber(count) });

function useAttentionItems(
  {
    forgedAddresses,
    forgedAccounts,
    reorganised,
    stopped,
    orders,
    approvals,
    kyc,
    chats,
    agentRequests,
    heldRates,
    samples,
  }: OverviewStats['needs'],
  { pending }: OverviewStats['cards'],
): AttentionItem[] {
  const { t } = useTranslation('overview');
  const now = useNow(true, 30_000);
  const since = (at: string | null) => (at === null ? '' : t('needs.oldest', { ago: formatRelative(at, now) }));
  // With them it is the number on the card and in the sidebar.
  const withoutProof = pending.total - orders.count;
  return [
    ...alarms({ forgedAddresses, forgedAccounts }, t),
    reorganisedItem(reorganised, t),
    ...stopped.map(({ what, since: at }) => {
      const detail = at === null ? '' : t('needs.stoppedSince', { ago: formatRelative(at, now) });
      return { id: what, ...stoppedItems(t)[what], count: 1, detail, action: t('needs.check') };
    }),
    {
      id: 'orders',
      Icon: Clock,
      count: orders.count,
      text: t('needs.orders', counted(orders.count)),
      detail: [since(orders.oldestAt), withoutProof > 0 && t('needs.withoutProof', counted(withoutProof))]
        .filter(Boolean)
        .join(' · '),
      action: t('needs.review'),
      to: orders.oldest ? `/admin/transactions?tx=${orders.oldest.id}` : '/admin/transactions',
    },
    approvalsItem(approvals, since(approvals.oldestAt), t),
    {
      id: 'chats',
      Icon: MessagesSquare,
      count: chats.count,
      text: t('needs.chats', counted(chats.count)),
      detail: since(chats.oldestAt),
      action: t('needs.answer'),
      to: '/admin/agent-chat',
    },
    {
      id: 'requests',
      Icon: UserRoundSearch,
      count: agentRequests.count,
      text: t('needs.requests', counted(agentRequests.count)),
      detail: since(agentRequests.oldestAt),
      action: t('needs.answer'),
      to: '/admin/agent-chat',
    },
    {
      id: 'kyc',
      Icon: IdCard,
      count: kyc.count,
      text: t('needs.kyc', counted(kyc.count)),
      detail: since(kyc.oldestAt),
      action: t('needs.review'),
      to: '/admin/kyc',
    },
    heldItem(heldRates, t),
    ...sampleDataItems(samples, t),
  ];
}

/** Chains by which no deposit can be approved, or whose last reading failed: what is known of each. */
function useChainItems(chains: OverviewStats['needs']['chains']): AttentionItem[] {
  const { t } = useTranslation(['overview', 'wallets.admin']);
  const now = useNow(true, 30_000);
  return chains.map(({ chain, source, height, tipAgeSeconds, behind, lastError }) => {
    const tipAt = tipAgeSeconds === null ? null : new Date(now - tipAgeSeconds * 1000);
    const detail = [
      source,
      height === null ? '' : t('wallets.admin:chains.height', { height: formatNumber(height) }),
      tipAt === null ? '' : t('wallets.admin:chains.tip', { ago: formatRelative(tipAt, now) }),
      behind === 0 ? '' : t('wallets.admin:chains.behind', { count: behind }),
      lastError === null ? '' : t('wallets.admin:chains.error', { error: lastError }),
    ];
    return {
      id: `chain ${chain}`,
      Icon: CircleOff,
      count: 1,
      text: t('overview:needs.chain', { chain: chainDetails[chain].name }),
      detail: detail.filter(Boolean).join(' · '),
      action: t('overview:needs.check'),
      to: '/admin/wallets',
    };
  });
}

/** What the product itself cannot do for now; mails and jobs are for the operator of the server. */
const stoppedItems = (t: ReturnType<typeof useTranslation<'overview'>>['t']) => ({
  prices: { Icon: CircleOff, text: t('needs.stoppedPrices'), to: '/admin/held-rates' },
  fx: { Icon: CircleOff, text: t('needs.stoppedFx'), to: '/admin/held-rates' },
  mail: { Icon: MailWarning, text: t('needs.stoppedMail') },
  jobs: { Icon: CircleOff, text: t('needs.stoppedJobs') },
  replica: { Icon: CircleOff, text: t('needs.stoppedReplica') },
});

/** Addresses and accounts that were forged. */
function alarms(
  { forgedAddresses, forgedAccounts }: Pick<OverviewStats['needs'], 'forgedAddresses' | 'forgedAccounts'>,
  t: ReturnType<typeof useTranslation<'overview'>>['t'],
): AttentionItem[] {
  return [
    {
      id: 'forged',
      Icon: ShieldAlert,
      count: forgedAddresses.length,
      text: t('needs.forged', counted(forgedAddresses.length)),
      detail: forgedAddresses.join(', '),
      action: t('needs.check'),
      to: '/admin/wallets',
    },
    {
      id: 'forgedAccounts',
      Icon: ShieldAlert,
      count: forgedAccounts.length,
      text: t('needs.forgedAccounts', counted(forgedAccounts.length)),
      detail: forgedAccounts.join(', '),
      action: t('needs.check'),
      to: '/admin/dashboard?tab=payment-methods',
    },
  ];
}

/** Approved sales whose deposit the chain took back. */
function reorganisedItem(
  sales: OverviewStats['needs']['reorganised'],
  t: ReturnType<typeof useTranslation<'overview'>>['t'],
): AttentionItem {
  return {
    id: 'reorganised',
    Icon: ShieldAlert,
    count: sales.length,
    text: t('needs.reorganised'),
    detail: sales.map(({ reference }) => reference).join(', '),
    action: t('needs.review'),
    to: `/admin/transactions?tx=${sales[0]?.id ?? ''}`,
  };
}

/** Sample data that is still unchanged. */
function sampleDataItems(
  samples: OverviewStats['needs']['samples'],
  t: ReturnType<typeof useTranslation<'overview'>>['t'],
): AttentionItem[] {
  return [
    {
      id: 'addresses',
      Icon: FlaskConical,
      count: samples.addresses,
      text: t('needs.addresses', counted(samples.addresses)),
      detail: t('needs.sample'),
      action: t('needs.replace'),
      to: '/admin/wallets',
    },
    {
      id: 'accounts',
      Icon: FlaskConical,
      count: samples.accounts,
      text: t('needs.accounts', counted(samples.accounts)),
      detail: t('needs.sample'),
      action: t('needs.replace'),
      to: '/admin/dashboard?tab=payment-methods',
    },
  ];
}

/** What other members ask this one to approve. */
function approvalsItem(
  approvals: OverviewStats['needs']['approvals'],
  detail: string,
  t: ReturnType<typeof useTranslation<'overview'>>['t'],
): AttentionItem {
  return {
    id: 'approvals',
    Icon: UsersRound,
    count: approvals.count,
    text: t('needs.approvals', counted(approvals.count)),
    detail,
    action: t('needs.review'),
    to: '/admin/approvals',
  };
}

/** Rates that jumped, and wait for a decision. */
function heldItem(
  heldRates: OverviewStats['needs']['heldRates'],
  t: ReturnType<typeof useTranslation<'overview'>>['t'],
): AttentionItem {
  return {
    id: 'held',
    Icon: TrendingUp,
    count: heldRates.count,
    text: t('needs.held', counted(heldRates.count)),
    detail: t('needs.heldFirst', { subject: heldRates.subject ?? '' }),
    action: t('needs.check'),
    to: '/admin/held-rates',
  };
}

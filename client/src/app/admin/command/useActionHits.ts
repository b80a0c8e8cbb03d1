import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  CircleCheck,
  FileUp,
  HandCoins,
  Newspaper,
  UserPlus,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMatching } from '#client/features/orders/admin/matching/orders.matching.queries.ts';
import { batchesQuery } from '#client/features/payouts/payouts.queries.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import type { Hit } from './hits.ts';

type Form = { name: 'offer' | 'customer' | 'statement' | 'import' | 'invite' | 'post' } & {
  may: Permission;
  to: string;
  Icon: LucideIcon;
};

/** Forms and files that start a task; each opens at once. */
const forms: readonly Form[] = [
  { name: 'offer', may: 'offers.write', to: '/admin/offers?new=1', Icon: HandCoins },
  { name: 'customer', may: 'users.write', to: '/admin/users?new=1', Icon: UserPlus },
  { name: 'statement', may: 'payouts.release', to: '/admin/statements', Icon: FileUp },
  { name: 'import', may: 'users.write', to: '/admin/imports', Icon: FileUp },
  { name: 'invite', may: 'team.write', to: '/admin/team?invite=1', Icon: UsersRound },
  { name: 'post', may: 'content.write', to: '/admin/blog?post=new', Icon: Newspaper },
];

/** True if every typed word begins a word of these texts. */
function begins(input: string, ...texts: readonly string[]): boolean {
  const words = texts.join(' ').toLowerCase().split(/\s+/);
  return input
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * Actions that the reader can take now, by their names: approving the matching orders, releasing a batch, and forms
 * that start a task.
 */
export function useActionHits(input: string): Hit[] {
  const { t } = useTranslation('admin');
  const may = useMay();
  const visibleForms = forms
    .filter((form) => may(form.may))
    .map(({ name, to, Icon }) => ({
      id: `do ${name}`,
      group: 'do' as const,
      go: to,
      text: t(`command.do.${name}`),
      aside: '',
      Icon,
    }));
  return [...useApproval(), ...useReleases(), ...visibleForms].filter(({ text, aside }) => begins(input, text, aside));
}

function useApproval(): Hit[] {
  const { t } = useTranslation('admin');
  const count = useMatching(useMay()('orders.decide'))?.matching.length ?? 0;
  if (count === 0) return [];
  const text = t('command.approve', { count });
  const go = '/admin/transactions?approve=1';
  const leadsTo = t('command.then.approve');
  return [{ id: 'do approve', group: 'do', go, text, aside: '', leadsTo, Icon: CircleCheck }];
}

function useReleases(): Hit[] {
  const { t } = useTranslation('admin');
  const { data } = useQuery({ ...batchesQuery(['prepared'], 1), enabled: useMay()('payouts.release') });
  // The member who made the batch, and a member whom a rule excludes, would find no button there.
  const ownItems = data?.items.filter(({ whyNot }) => whyNot === null) ?? [];
  return ownItems.map(({ id, reference, total, currency }) => ({
    id: `release ${id}`,
    group: 'do',
    go: `/admin/payouts?tab=release&batch=${id}`,
    text: t('command.release', { amount: formatMoneyText(total, currency) }),
    aside: reference,
    leadsTo: t('command.then.release'),
    Icon: Banknote,
  }));
}

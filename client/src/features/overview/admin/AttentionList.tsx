import { clsx } from 'clsx';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import type { Permission } from '#shared/kernel/permission.ts';
import { useWorkItems, type Work } from './useWorkItems.ts';

/** The permission of each screen: a member without it does not see the work. */
const permissionOf: Readonly<Record<string, Permission>> = {
  '/admin/wallets': 'wallets.write',
  '/admin/deposit-sources': 'wallets.write',
  '/admin/payment-methods': 'wallets.write',
  '/admin/agent-chat': 'chat.answer',
  '/admin/kyc': 'kyc.decide',
  '/admin/held-rates': 'rates.write',
  '/admin/prices': 'rates.write',
  '/admin/unmatched': 'orders.decide',
};

/** An alarm is shown to every member, its link only if its target exists. */
const ofAlarms: readonly string[] = ['check', 'resume', 'add'];

/** The guide has these as a step. */
const inGuide = ['addresses', 'accounts'];

const groups = ['urgent', 'money', 'orders', 'customers', 'setup'] as const;
type Group = (typeof groups)[number];

/** The kinds of work by their group; all others are alarms, and what has stopped. */
const idsOf: Partial<Record<Group, readonly string[]>> = {
  money: [
    'toRelease',
    'toSend',
    'payoutsDue',
    'payoutsLook',
    'returned',
    'payoutsHeld',
    'moneyBack',
    'bookings',
    'proposed',
  ],
  orders: ['orders', 'approvals', 'unmatched'],
  customers: ['chats', 'requests', 'kyc'],
  setup: ['held', 'low', 'addresses', 'accounts'],
};

const groupOf = (id: string): Group => groups.find((group) => idsOf[group]?.includes(id)) ?? 'urgent';

type Item = ReturnType<typeof useWorkItems>[number];
type ShownItem = Omit<Item, 'to'> & { to: string | undefined };

/** The open work that a member sees: their own, and alarms, with a link only to a screen that they may open. */
function useShownItems(work: Work, besides: 'guide' | undefined): ShownItem[] {
  const may = useMay();
  return useWorkItems(work)
    .map((item) => {
      const neededPermission = Object.entries(permissionOf).find(([path]) => item.to?.startsWith(path))?.[1];
      const isMine = (!neededPermission || may(neededPermission)) && (item.id !== 'orders' || may('orders.decide'));
      return { ...item, isMine, to: isMine ? item.to : undefined };
    })
    .filter(({ isMine, action }) => isMine || ofAlarms.includes(action))
    .filter(({ id }) => !besides || !inGuide.includes(id));
}

/**
 * Open work for the admin, alarms first and the rest by its kind, each with a link. Next to the guide it lists only
 * work that the guide lacks.
 */
export function AttentionList({ besides, ...work }: Work & { besides?: 'guide' }) {
  const { t } = useTranslation('overview');
  const all = useShownItems(work, besides);
  if (besides && all.length === 0) return null;
  // A pause was made on purpose: to end it is not what waits most.
  const firstId = groups.flatMap((group) => all.filter(({ id }) => id !== 'paused' && groupOf(id) === group))[0]?.id;
  return (
    <section aria-labelledby="needs-title" className="card flex min-w-0 flex-col p-4 sm:p-5">
      <h3 id="needs-title" className="pb-2 text-base">
        {t('needs.title')}
      </h3>
      {all.length === 0 && (
        <p className="flex items-center gap-3 text-sm text-muted">
          <CircleCheck className="size-5 shrink-0 text-completed" />
          {t('needs.nothing')}
        </p>
      )}
      {groups.map((group) => {
        const items = all.filter(({ id }) => groupOf(id) === group);
        if (items.length === 0) return null;
        return (
          <div key={group} className="flex flex-col not-last:pb-3">
            {group !== 'urgent' && (
              <h4 className="pb-1 text-xs font-medium tracking-normal text-muted">{t(`needs.group.${group}`)}</h4>
            )}
            <ul className="flex flex-col">
              {items.map((item) => (
                <WorkLine key={item.id} item={item} isUrgent={group === 'urgent'} isFirst={item.id === firstId} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** One kind of open work; only an alarm is coloured, and only the first button is filled. */
function WorkLine({ item, isUrgent, isFirst }: { item: ShownItem; isUrgent: boolean; isFirst: boolean }) {
  const { t } = useTranslation('overview');
  const { Icon, text, detail, action, to } = item;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5">
      <span className="flex min-w-0 flex-1 basis-36 items-center gap-3">
        <Icon className={clsx('size-5 shrink-0', isUrgent ? 'text-pending' : 'text-faint')} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-sm font-medium">{text}</span>
          <Detail parts={detail} />
        </span>
      </span>
      {to !== undefined && (
        <ButtonLink
          text={t(`needs.${action}`)}
          size="small"
          variant={isFirst ? 'filled' : 'ghost'}
          to={to}
          aria-label={`${t(`needs.${action}`)}: ${text}`}
        />
      )}
    </li>
  );
}

/** The parts of a detail, divided by dots: a part that wraps stands alone, without a dot before or behind it. */
function Detail({ parts }: { parts: readonly string[] }) {
  return (
    <span className="overflow-x-clip text-xs text-muted">
      <span className="-ms-4 flex flex-wrap">
        {parts.map((part) => (
          <span
            key={part}
            className="relative ps-4 before:absolute before:start-0 before:w-4 before:text-center before:content-['·']"
          >
            {/* Only read aloud: the parts are apart already. */}
            {part}{' '}
          </span>
        ))}
      </span>
    </span>
  );
}

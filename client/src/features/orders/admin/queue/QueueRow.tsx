import { clsx } from 'clsx';
import { ArrowLeftRight, Ellipsis, TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { levelStyles, verdictWord } from '#client/features/deposits/deposits.levels.ts';
import { useVerdictLevel } from '#client/features/deposits/deposits.queries.ts';
import { HandlingLine } from '#client/features/users/components/HandlingLine.tsx';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { StatusBar } from '#client/ui/data/Status.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { mayRefuse } from '#shared/orders/orders.stages.ts';
import { isUndecidedStage } from '#shared/orders/orders.work.ts';
import { FlagWords } from '../matching/Flag.tsx';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { wrongNumberOf } from '../orders.payee.ts';
import { OrderStatus } from '../OrderStatus.tsx';
import { useSumTexts } from '../useSumTexts.ts';
import { Age } from './Age.tsx';

interface QueueRowProps {
  row: AdminOrder;
  href: string;
  isCurrent: boolean;
  /** Runs when the keyboard moves on into the order. */
  onEnter: () => void;
  onQuick: (action: 'approve' | 'reject') => void;
}

/** One order in the queue: the amounts received and paid, the payee, the age, and the progress. */
export function QueueRow({ row, href, isCurrent, onEnter, onQuick }: QueueRowProps) {
  const isMe = useIsMe();
  const mayDecide = useMay()('orders.decide');
  const { t } = useTranslation('orders.admin');
  const { given, payout } = useSumTexts(row);
  return (
    <li
      className={clsx(
        'relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-2.5 in-data-[density=compact]:py-0.5',
        isCurrent ? 'bg-tide-soft' : 'has-[a:hover]:bg-surface',
      )}
    >
      {isCurrent && <span aria-hidden="true" className="absolute inset-y-0 start-0 w-[3px] bg-tide" />}
      <span className="pt-0.5">
        <ProofDisc row={row} />
      </span>
      <div className="flex min-w-0 flex-col gap-0.5">
        <div className="flex items-baseline justify-between gap-2 pe-7 pointer-coarse:pe-9">
          <Link
            id={rowId(row.id)}
            to={href}
            preventScrollReset
            aria-current={isCurrent ? 'true' : undefined}
            aria-label={t('open', { reference: row.reference })}
            className="min-w-0 font-semibold outline-none after:absolute after:inset-0 after:-outline-offset-2 after:outline-tide focus-visible:after:outline-2"
            onClick={({ detail }) => detail === 0 && onEnter()}
          >
            <Ltr className="figures">{given}</Ltr>
          </Link>
          <span className="text-xs">
            <Age row={row} className={isCurrent ? 'text-ink' : 'text-muted'} />
          </span>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <Ltr className="text-ink figures">{payout}</Ltr>
          <OrderStatus order={row} size="small" bare />
        </div>
        <SmallRow row={row} isCurrent={isCurrent} />
        <HandlingLine assignee={row.assignee} tags={row.tags} />
        {isOpen(row) && (
          <div className="pt-1">
            <StatusBar status={row.status} />
          </div>
        )}
      </div>
      {mayDecide && isUndecidedStage(row.stage) && isOpen(row) && !isMe(row.userId) && (
        <div className="absolute end-2 top-1">
          <Menu
            trigger={<Ellipsis className="size-4.5" />}
            label={t('actionsFor', { reference: row.reference })}
            triggerClassName="grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
          >
            <button type="button" className={menuItemClasses()} onClick={() => onQuick('approve')}>
              {t('quick.approve')}
            </button>
            {mayRefuse(row.stage) && (
              <button type="button" className={menuItemClasses()} onClick={() => onQuick('reject')}>
                {t('quick.reject')}
              </button>
            )}
          </Menu>
        </div>
      )}
    </li>
  );
}

/** The id of a row's link, so that J and K can go there. */
export function rowId(orderId: string): string {
  return `queue-${orderId}`;
}

function SmallRow({ row, isCurrent }: { row: AdminOrder; isCurrent: boolean }) {
  const { accountNumber, bankName } = row.paymentDetails ?? {};
  return (
    <div className={clsx('flex flex-col text-xs', isCurrent ? 'text-ink' : 'text-muted')}>
      <span className="flex justify-between gap-2">
        <span dir="auto" className="min-w-0 truncate" title={row.userEmail ? shownEmail(row.userEmail) : undefined}>
          <Ltr className="font-mono">{row.reference}</Ltr> {row.userName}
        </span>
        <Money amount={row.valueUsd} currency="USD" />
      </span>
      <span className="flex justify-between gap-2">
        <span className="flex max-w-full shrink-0 flex-wrap gap-x-3">
          {isUndecidedStage(row.stage) && <Level id={row.id} />}
          <Flags row={row} />
          {isUndecidedStage(row.stage) && (
            <Suspense>
              <FlagWords id={row.id} />
            </Suspense>
          )}
        </span>
        <span dir="auto" className="min-w-0 truncate" title={[bankName, accountNumber].filter(Boolean).join(' · ')}>
          {bankName}
        </span>
      </span>
    </div>
  );
}

/** The verdict on the deposit of an open sale. */
function Level({ id }: { id: string }) {
  const { t } = useTranslation('deposits.admin');
  const verdict = useVerdictLevel(id);
  if (!verdict) return null;
  const { Icon, text } = levelStyles[verdict.level];
  return (
    <span className={clsx('inline-flex items-center gap-1 font-medium', text)}>
      <Icon className="size-3.5" strokeWidth={2} />
      {verdictWord(verdict, t)}
    </span>
  );
}

/** Marks that distinguish an order before it is opened. */
function Flags({ row }: { row: AdminOrder }) {
  const { tampered, userStatus, sameProofReferences } = row;
  const { t } = useTranslation(['orders.admin', 'payouts.admin']);
  const flags = [
    ...(tampered ? [t('flag.tampered')] : []),
    ...(userStatus === 'active' ? [] : [t(`flag.${userStatus}`)]),
    ...(sameProofReferences.length > 0 ? [t('flag.same')] : []),
    ...(wrongNumberOf(row) ? [t('payouts.admin:flag.number')] : []),
  ];
  return flags.map((flag) => (
    <span key={flag} className="inline-flex items-center gap-1 font-medium text-rejected">
      <TriangleAlert className="size-3.5" strokeWidth={2} />
      {flag}
    </span>
  ));
}

function ProofDisc({ row }: { row: AdminOrder }) {
  if (row.type === 'sell') return <CoinIcon symbol={row.cryptoSymbol ?? ''} color={row.cryptocurrency?.color} />;
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line-strong bg-sunken text-muted">
      <ArrowLeftRight className="size-4" />
    </span>
  );
}

import { clsx } from 'clsx';
import { ArrowLeftRight, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { levelStyles, shownLevelOf, verdictWord } from '#client/features/deposits/deposits.levels.ts';
import { useVerdictLevel } from '#client/features/deposits/deposits.queries.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { mayRefuse } from '#shared/orders/orders.stages.ts';
import { isUndecidedStage } from '#shared/orders/orders.work.ts';
import { useFlagWords } from '../matching/Flag.tsx';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { wrongNumberOf } from '../orders.payee.ts';
import { OrderStatus } from '../OrderStatus.tsx';
import { useLabelledSums } from '../useSumTexts.ts';
import { Age } from './Age.tsx';

interface QueueRowProps {
  row: AdminOrder;
  loudest: ReadonlySet<string>;
  href: string;
  isCurrent: boolean;
  /** Runs when the keyboard moves on into the order. */
  onEnter: () => void;
  onQuick: (action: 'approve' | 'reject') => void;
}

/** One order in the queue in four lines: the amounts, the age and the status, the customer, and what is against it. */
export function QueueRow({ row, loudest, href, isCurrent, onEnter, onQuick }: QueueRowProps) {
  const isMe = useIsMe();
  const mayDecide = useMay()('orders.decide');
  const { t } = useTranslation('orders.admin');
  const { given, payout } = useLabelledSums(row);
  const quietStyle = isCurrent ? 'text-ink' : 'text-muted';
  const hasMenu = mayDecide && isUndecidedStage(row.stage) && isOpen(row) && !isMe(row.userId);
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
        <div className={clsx('flex items-baseline justify-between gap-2', hasMenu && 'pe-7 pointer-coarse:pe-9')}>
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
            <Age row={row} loudest={loudest} className={quietStyle} />
          </span>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <Ltr className="figures">{payout}</Ltr>
          {/* A status that needs its own line starts it. */}
          <OrderStatus order={row} size="small" bare isShort />
        </div>
        <SmallRow row={row} isCurrent={isCurrent} />
      </div>
      {hasMenu && (
        <div className="absolute end-2 top-1">
          <RowMenu label={t('actionsFor', { reference: row.reference })}>
            <button type="button" className={menuItemClasses()} onClick={() => onQuick('approve')}>
              {t('quick.approve')}
            </button>
            {mayRefuse(row.stage) && (
              <button type="button" className={menuItemClasses()} onClick={() => onQuick('reject')}>
                {t('quick.reject')}
              </button>
            )}
          </RowMenu>
        </div>
      )}
    </li>
  );
}

/** The id of a row's link, to which J and K move the focus. */
export function rowId(orderId: string): string {
  return `queue-${orderId}`;
}

/** The order and its customer, and what is against it. */
function SmallRow({ row, isCurrent }: { row: AdminOrder; isCurrent: boolean }) {
  const { accountNumber, bankName } = row.paymentDetails ?? {};
  const { name } = row.assignee ?? {};
  const details = [row.userEmail && shownEmail(row.userEmail), bankName, accountNumber, name, ...row.tags];
  return (
    <div className={clsx('flex flex-col gap-0.5 text-xs', isCurrent ? 'text-ink' : 'text-muted')}>
      <span dir="auto" className="truncate" title={details.filter(Boolean).join('\n')}>
        <Ltr className="font-mono">{row.reference}</Ltr> {row.userName}
      </span>
      <Suspense>
        <Marks row={row} />
      </Suspense>
    </div>
  );
}

interface Mark {
  text: string;
  tone: string;
  Icon: LucideIcon;
}

/** The flags of an order, the worst first, with the verdict on its deposit: at the end where that is good. */
function useMarks(row: AdminOrder): Mark[] {
  const { t } = useTranslation(['orders.admin', 'payouts.admin']);
  const { t: ofDeposits } = useTranslation('deposits.admin');
  const words = useFlagWords(row.id);
  const verdict = useVerdictLevel(row.id);
  const { tampered, userStatus, sameProofReferences } = row;
  const flag = (text: string, tone = 'text-rejected'): Mark => ({ text, tone, Icon: TriangleAlert });
  const isUndecided = isUndecidedStage(row.stage);
  const level = isUndecided && verdict ? levelStyles[shownLevelOf(verdict.level, row.stage)] : undefined;
  const ofVerdict =
    level && verdict ? [{ text: verdictWord(verdict, ofDeposits), tone: level.text, Icon: level.Icon }] : [];
  const isGood = verdict?.level === 'green' || verdict?.level === 'pale';
  return [
    ...(tampered ? [flag(t('flag.tampered'))] : []),
    ...(userStatus === 'active' ? [] : [flag(t(`flag.${userStatus}`))]),
    ...(sameProofReferences.length > 0 ? [flag(t('flag.same'))] : []),
    ...(wrongNumberOf(row) ? [flag(t('payouts.admin:flag.number'))] : []),
    ...(isGood ? [] : ofVerdict),
    ...(isUndecided ? words.map(({ text, isRed }) => flag(text, isRed ? undefined : 'text-pending')) : []),
    ...(isGood ? ofVerdict : []),
  ];
}

/** The marks of an order in one line, with the icon of the worst. */
function Marks({ row }: { row: AdminOrder }) {
  const [worst, ...others] = useMarks(row);
  if (!worst) return null;
  const { text, tone, Icon } = worst;
  return (
    <span className={clsx('inline-flex items-start gap-1 font-medium', tone)}>
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" strokeWidth={2} />
      {/* Each begins with a capital letter, so no comma divides them. */}
      <span>{[text, ...others.map((mark) => mark.text)].join(' · ')}</span>
    </span>
  );
}

function ProofDisc({ row }: { row: AdminOrder }) {
  if (row.type === 'sell') return <CoinIcon symbol={row.cryptoSymbol ?? ''} color={row.cryptocurrency?.color} />;
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line-strong bg-sunken text-muted">
      <ArrowLeftRight className="size-4" />
    </span>
  );
}

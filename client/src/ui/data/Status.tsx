import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, CircleX, Clock, Hand, Loader, Upload, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';

type Tone = 'pending' | 'processing' | 'completed' | 'rejected' | 'other';

const orderTones: Record<OrderStatus, Tone> = {
  pending: 'pending',
  processing: 'processing',
  completed: 'completed',
  rejected: 'rejected',
  failed: 'rejected',
};

const tones: Record<string, Tone> = {
  ...orderTones,
  awaiting_proof: 'pending',
  returned: 'pending',
  short: 'pending',
  refund_due: 'pending',
  refund_sent: 'processing',
  refunded: 'completed',
  approved: 'completed',
  published: 'completed',
  active: 'completed',
  blocked: 'rejected',
  revoked: 'rejected',
  reversed: 'rejected',
  expired: 'rejected',
};

const toneStyles: Record<Tone, { Icon: LucideIcon; chip: string; text: string; fill: string; share: number }> = {
  pending: { Icon: Clock, chip: 'bg-pending-soft text-pending', text: 'text-pending', fill: 'bg-pending', share: 40 },
  processing: {
    Icon: Loader,
    chip: 'bg-processing-soft text-processing',
    text: 'text-processing',
    fill: 'bg-processing',
    share: 75,
  },
  completed: {
    Icon: CircleCheck,
    chip: 'bg-completed-soft text-completed',
    text: 'text-completed',
    fill: 'bg-completed',
    share: 100,
  },
  rejected: {
    Icon: CircleX,
    chip: 'bg-rejected-soft text-rejected',
    text: 'text-rejected',
    fill: 'bg-rejected',
    share: 100,
  },
  other: { Icon: CircleDashed, chip: 'bg-other-soft text-other', text: 'text-other', fill: 'bg-other', share: 0 },
};

/** Statuses that wait for the reader are the most prominent. */
const isLoud = (status: string) => status === 'awaiting_proof' || status === 'short';

/** The colour family of a status; an unknown status is `other`. */
export const toneOf = (status: string): Tone => tones[status] ?? 'other';

interface StatusProps {
  status: string;
  /** Replaces the catalogue's label, such as "Under Review". */
  label?: string | undefined;
  size?: 'regular' | 'small' | undefined;
  /** Replaces the icon of its colour. */
  Icon?: LucideIcon | undefined;
  /** True to leave out the soft background, for dense rows. */
  bare?: boolean | undefined;
  /** True to wrap a small one too: it is a sentence with nothing beside it. */
  wraps?: boolean | undefined;
}

/** A status: icon, label and colour. An unknown status shows its raw value in grey. */
export function Status({ status, label, size = 'regular', bare = false, wraps = false, ...ownProps }: StatusProps) {
  const { t, i18n } = useTranslation();
  const { Icon: ToneIcon, chip, text } = toneStyles[toneOf(status)];
  const Icon = ownProps.Icon ?? (status === 'awaiting_proof' ? Upload : status === 'short' ? Hand : ToneIcon);
  const key = `status.${status}`;
  // A key that is composed has no literal type; `exists` has found it.
  const shownLabel = label ?? (i18n.exists(key) ? t(key as 'status.pending') : status);
  return (
    <span
      className={clsx(
        // Adjacent content aligns with the label, not with the icon.
        'inline-flex items-baseline rounded-control font-medium',
        // A large label wraps, for readers who double the size of text.
        size === 'small' ? 'gap-1 text-xs' : 'gap-1.5 text-sm',
        size === 'small' && !wraps && 'whitespace-nowrap',
        bare
          ? text
          : [
              isLoud(status) ? 'bg-pending text-bg font-semibold' : chip,
              size === 'small' ? 'py-1 ps-1.5 pe-2' : 'py-1 ps-2 pe-2.5',
            ],
      )}
    >
      <Icon className={clsx('shrink-0 self-center', size === 'small' ? 'size-3.5' : 'size-4')} strokeWidth={2} />
      {shownLabel}
    </span>
  );
}

/** The progress of an order: 40 % while pending, 75 % while it is paid out, then full. Decoration beside a Status. */
export function StatusBar({ status }: { status: string }) {
  const { fill, share } = toneStyles[toneOf(status)];
  return (
    <div aria-hidden="true" className="h-0.5 overflow-hidden rounded-full bg-line">
      <div className={clsx('bar-fill h-full rounded-full', fill)} style={{ width: `${share}%` }} />
    </div>
  );
}

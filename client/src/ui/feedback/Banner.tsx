import { clsx } from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type Tone = 'info' | 'warning' | 'danger';

const toneStyles = {
  info: { Icon: Info, box: 'border-tide/40 bg-tide-soft', icon: 'text-tide' },
  warning: { Icon: TriangleAlert, box: 'border-pending/45 bg-pending-soft', icon: 'text-pending' },
  danger: { Icon: CircleAlert, box: 'border-rejected bg-rejected-soft', icon: 'text-rejected' },
};

interface NoteProps {
  tone?: Tone | undefined;
  /** Screen readers announce it when it appears. */
  announce?: boolean | undefined;
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A notice inside a screen that must not be missed: a network warning, a held rate, stale data. */
export function Note({ tone = 'info', announce = false, action, className, children }: NoteProps) {
  const { Icon, box, icon } = toneStyles[tone];
  return (
    <div
      data-note
      role={announce ? 'status' : 'note'}
      className={clsx(
        'flex flex-wrap gap-x-3 gap-y-2 rounded-control border px-4 py-3 text-sm',
        // A single line is centred next to its button.
        action === undefined ? 'items-start' : 'items-center',
        box,
        className,
      )}
    >
      <Icon className={clsx('size-5 shrink-0', icon)} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}

/** A line across the whole window, such as "You are offline". */
export function Banner({ tone = 'warning', children }: { tone?: Tone; children: ReactNode }) {
  const { Icon, box, icon } = toneStyles[tone];
  return (
    <output className={clsx('block border-b text-sm', box)}>
      <span className="wrap flex min-h-11 items-center gap-3 py-2">
        <Icon className={clsx('size-5 shrink-0', icon)} />
        <span className="min-w-0 flex-1">{children}</span>
      </span>
    </output>
  );
}

import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, CircleX, Clock, Loader, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface TimelineStep {
  /** `now` is the current step; `stopped` is the last one. */
  state: 'done' | 'waiting' | 'now' | 'todo' | 'stopped';
  title: ReactNode;
  /** The time of the step, or "now". */
  time?: ReactNode;
  /** One sentence about it. */
  text?: ReactNode;
}

const stateStyles: Record<TimelineStep['state'], { Icon: LucideIcon; color: string }> = {
  done: { Icon: CircleCheck, color: 'text-completed' },
  waiting: { Icon: Clock, color: 'text-pending' },
  now: { Icon: Loader, color: 'text-processing' },
  todo: { Icon: CircleDashed, color: 'text-faint' },
  stopped: { Icon: CircleX, color: 'text-rejected' },
};

/** The steps of an order as text: past, current and upcoming. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol aria-label={label}>
      {steps.map(({ state, title, time, text }, index) => {
        const { Icon, color } = stateStyles[state];
        return (
          <li
            key={index}
            aria-current={state === 'now' || state === 'waiting' ? 'step' : undefined}
            className="relative grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 pb-4 last:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={clsx(
                  'absolute start-[11px] top-6 bottom-0 w-0.5',
                  state === 'done' ? 'bg-completed' : 'bg-line',
                )}
              />
            )}
            <Icon className={clsx('size-6', color)} />
            <span className={clsx('text-base', state === 'todo' ? 'text-faint' : 'font-medium')}>{title}</span>
            <span className="text-sm leading-6 text-faint figures">{time}</span>
            {text && <span className="col-span-2 col-start-2 text-sm text-muted">{text}</span>}
          </li>
        );
      })}
    </ol>
  );
}

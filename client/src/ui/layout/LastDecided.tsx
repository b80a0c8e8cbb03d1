import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const variants = {
  done: [CircleCheck, 'text-completed'],
  refused: [CircleX, 'text-rejected'],
  failed: [CircleAlert, 'text-rejected'],
} as const;

interface LastDecidedProps {
  outcome: keyof typeof variants;
  before: ReactNode;
  href: string;
  children: ReactNode;
  after?: string | false;
}

/** Links back to the last decision of a queue, and shows its error; a toast announces a success. */
export function LastDecided({ outcome, before, href, children, after }: LastDecidedProps) {
  const [Icon, color] = variants[outcome];
  return (
    <span role={outcome === 'failed' ? 'status' : undefined} className="flex items-start gap-1.5 text-xs">
      <Icon className={clsx('size-4 shrink-0', color)} strokeWidth={2} />
      <span className="wrap-anywhere">
        {before && <span className="text-muted">{before} </span>}
        <Link to={href} preventScrollReset className="tap-area text-link">
          {children}
        </Link>
        {after && ` ${after}`}
      </span>
    </span>
  );
}

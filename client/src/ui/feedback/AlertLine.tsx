import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface AlertLineProps {
  Icon: LucideIcon;
  /** The colour class of the icon. */
  tone: string;
  /** The link or button that mends it. */
  remedy?: ReactNode;
  children: ReactNode;
}

/** A finding in a list of findings, with its remedy at the end of the line; on a phone that stands below the text. */
export function AlertLine({ Icon, tone, remedy, children }: AlertLineProps) {
  return (
    <li className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-4 py-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)_fit-content(40%)]">
      <Icon aria-hidden="true" className={`size-4 shrink-0 max-sm:mt-0.5 max-sm:self-start ${tone}`} />
      <span className="min-w-0 wrap-break-word">{children}</span>
      {remedy && (
        <span className="justify-self-start max-sm:col-start-2 sm:col-start-3 sm:justify-self-end">{remedy}</span>
      )}
    </li>
  );
}

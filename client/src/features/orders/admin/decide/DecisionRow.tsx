import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';

/**
 * Shows Reject next to the order's next action; on a phone a long action takes the whole width, with Reject below it.
 */
export function DecisionRow(props: { asksTeam: boolean; reject: ReactNode; children: ReactNode }) {
  const { asksTeam, reject, children } = props;
  const isStacked = !useTableLayout() && asksTeam;
  return (
    <div
      className={clsx(
        'gap-2',
        isStacked ? 'flex flex-wrap *:flex-1' : 'grid grid-cols-[auto_minmax(0,1fr)]',
        !isStacked && (asksTeam ? 'items-start' : 'items-stretch'),
      )}
    >
      {!isStacked && reject}
      {children}
      {isStacked && reject}
    </div>
  );
}

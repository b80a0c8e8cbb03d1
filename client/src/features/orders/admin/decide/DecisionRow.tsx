import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface DecisionRowProps {
  /** True if the team decides about coins: these long actions have the whole width, and the others follow. */
  asksTeam: boolean;
  reject: ReactNode;
  /** The question to the customer, beside Reject; elsewhere it has its own place. */
  ask: ReactNode;
  children: ReactNode;
}

/** Reject, next to the action that the order waits for. */
export function DecisionRow({ asksTeam, reject, ask, children }: DecisionRowProps) {
  return (
    <div
      className={clsx(
        'gap-2',
        asksTeam ? 'flex flex-wrap *:flex-1 *:first:basis-full' : 'grid grid-cols-[auto_minmax(0,1fr)] items-stretch',
      )}
    >
      {!asksTeam && reject}
      {children}
      {asksTeam && reject}
      {asksTeam && ask}
    </div>
  );
}

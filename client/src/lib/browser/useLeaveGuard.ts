import { useEffect } from 'react';

/** Whether going there would lose something, for each component that holds something. */
const guards = new Set<(to: URL) => boolean>();
/** Asks the user, and calls `leave` when they confirm; absent while nothing can show the question. */
let askFirst: ((leave: () => void) => void) | undefined;

const noParams: readonly string[] = [];

/**
 * Asks before a link, Back or the closed tab loses what is on the screen, such as a form that was not saved. Another
 * path or tab of the screen loses it; so does another value of `params`, names of the address that open it.
 */
export function useLeaveGuard(active: boolean, params: readonly string[] = noParams): void {
  useEffect(() => {
    if (!active) return undefined;
    const here = new URL(location.href);
    const wouldLose = (to: URL) =>
      to.pathname !== here.pathname ||
      ['tab', ...params].some((name) => to.searchParams.get(name) !== here.searchParams.get(name));
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(wouldLose);
    window.addEventListener('beforeunload', ask);
    return () => {
      guards.delete(wouldLose);
      window.removeEventListener('beforeunload', ask);
    };
  }, [active, params]);
}

/** Whether something would be lost by going there, and the question can be shown. */
export function mustAskBefore(to: URL): boolean {
  return askFirst !== undefined && [...guards].some((wouldLose) => wouldLose(to));
}

/** Leaves for `to`, a path of this site; asks first where something would be lost. */
export function leaveFor(to: string, leave: () => void): void {
  if (mustAskBefore(new URL(to, location.href))) askFirst?.(leave);
  else leave();
}

/** Names who asks, until the returned function is called. */
export function registerLeaveQuestion(ask: (leave: () => void) => void): () => void {
  askFirst = ask;
  return () => {
    askFirst = undefined;
  };
}

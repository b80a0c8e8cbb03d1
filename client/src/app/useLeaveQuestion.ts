import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { registerBackHandler } from '#client/lib/browser/back.ts';
import { leaveFor, mustAskBefore, registerLeaveQuestion } from '#client/lib/browser/useLeaveGuard.ts';

interface LeaveQuestion {
  leave: () => void;
  stay: () => void;
}

/**
 * The question whether to leave what is not saved, while it is open. It comes before links and Back; what the product
 * itself opens, after saving for example, is not asked about. The router has no such question for screens declared as ours are.
 */
export function useLeaveQuestion(): LeaveQuestion | undefined {
  const [pending, setPending] = useState<{ leave: () => void }>();
  useEffect(() => registerLeaveQuestion((leave) => setPending({ leave })), []);
  useLinks();
  useBack();
  if (!pending) return undefined;
  const stay = () => setPending(undefined);
  return {
    stay,
    leave: () => {
      stay();
      pending.leave();
    },
  };
}

/** Links within the site. Those to others unload the page, about which the browser asks. */
function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const to = plainTarget(event);
      if (!to || !mustAskBefore(to)) return;
      event.preventDefault();
      event.stopPropagation();
      leaveFor(to.href, () => void navigate(to.pathname + to.search + to.hash));
    };
    // In the capture phase, before the links handle the click.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [navigate]);
}

/** Where a click leads within this tab and site. */
function plainTarget(event: MouseEvent): URL | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return undefined;
  const to = new URL(link.href);
  return to.origin === location.origin ? to : undefined;
}

/** The place of an entry in the history of this tab, as the router numbers it. */
function indexIn(state: unknown): number | undefined {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined;
  return typeof index === 'number' ? index : undefined;
}

/** Back and forward: the browser has gone already, so it is sent back before the question. */
function useBack(): void {
  const at = useRef<number>(undefined);
  const location = useLocation();
  useEffect(() => {
    at.current = indexIn(history.state);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the number changes in the browser with each location
  }, [location]);
  useEffect(() => {
    let expected: 'return' | 'leave' | undefined;
    const onPop = (event: PopStateEvent) => {
      const how = expected;
      expected = undefined;
      if (how === 'return') event.stopImmediatePropagation();
      if (how) return;
      const [from, to] = [at.current, indexIn(event.state)];
      const here = new URL(window.location.href);
      if (from === undefined || to === undefined || from === to || !mustAskBefore(here)) return;
      event.stopImmediatePropagation();
      expected = 'return';
      history.go(from - to);
      leaveFor(here.href, () => {
        expected = 'leave';
        history.go(to - from);
      });
    };
    return registerBackHandler(onPop);
  }, []);
}

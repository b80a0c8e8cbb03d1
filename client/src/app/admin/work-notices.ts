import { useEffect, useState } from 'react';
import { brandName } from '#client/lib/api/initial-data.ts';
import { playChime } from '#client/lib/browser/chime.ts';
import { onMoreWork } from '#client/lib/browser/waiting-work.ts';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';

/** How a browser notifies of new work; each is off until it is asked for. */
type Notice = 'sound' | 'desktop';

const keyOf = (notice: Notice) => `landfall-admin-${notice}`;
const isWanted = (notice: Notice) => readStored(keyOf(notice)) === 'on';

/** One of the ways to notify as a switch; `isBlocked` if the browser refuses notifications. */
export function useNoticeSwitch(notice: Notice): { isOn: boolean; isBlocked: boolean; toggle: () => Promise<void> } {
  const [isOn, setOn] = useState(() => isWanted(notice));
  const [isBlocked, setBlocked] = useState(false);
  const toggle = async () => {
    const isAllowed = isOn || notice === 'sound' || (await mayNotify());
    setBlocked(!isAllowed);
    const next = !isOn && isAllowed;
    writeStored(keyOf(notice), next ? 'on' : 'off');
    setOn(next);
    if (next && notice === 'sound') playChime();
  };
  return { isOn, isBlocked, toggle };
}

async function mayNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

/** Notifies of new work on every admin screen, in the ways that are switched on in this browser. */
export function useWorkNotices(): void {
  useEffect(
    () =>
      onMoreWork((kind, text) => {
        // The chat console plays its own sound.
        const isInConsole = kind === 'agent-chat' && location.pathname === '/admin/agent-chat';
        if (isWanted('sound') && !isInConsole) playChime();
        if (isWanted('desktop') && document.hidden && 'Notification' in window) show(kind, text);
      }),
    [],
  );
}

/** Replaces the notification of the same kind; a press leads back to this window. */
function show(kind: string, text: string): void {
  if (Notification.permission !== 'granted') return;
  const notification = new Notification(brandName(), { body: text, tag: kind });
  notification.addEventListener('click', () => window.focus());
}

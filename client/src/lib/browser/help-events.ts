import { useSyncExternalStore } from 'react';

/** What opens help from anywhere, by an event of the window: the chat under its two old names, or the sheet of all ways. */
export type HelpEvent = 'openSupportChat' | 'openLiveChat' | 'openHelp';

let pendingEvent: HelpEvent | undefined;

/** Asks for help. A wish spoken before the help dock has come is kept for it. */
export function requestHelp(name: HelpEvent): void {
  const event = new Event(name, { cancelable: true });
  window.dispatchEvent(event);
  pendingEvent = event.defaultPrevented ? undefined : name;
}

/** Opens help by `open` for every wish until the answered function is called, and at once for one that nobody heard. */
export function onHelpRequested(open: (name: HelpEvent) => void): () => void {
  const handler = (event: Event) => {
    event.preventDefault(); // Tells askForHelp that the wish was heard.
    open(event.type as HelpEvent);
  };
  const names: readonly HelpEvent[] = ['openSupportChat', 'openLiveChat', 'openHelp'];
  for (const name of names) window.addEventListener(name, handler);
  if (pendingEvent) open(pendingEvent);
  pendingEvent = undefined;
  return () => {
    for (const name of names) window.removeEventListener(name, handler);
  };
}

let unread = 0;
const unreadListeners = new Set<() => void>();

/** Notes an answer in a closed window of the dock. */
export function incrementUnread(): void {
  setUnread(unread + 1);
}

/** The window was opened: all is read. */
export function clearUnread(): void {
  setUnread(0);
}

function setUnread(count: number): void {
  unread = count;
  for (const listener of unreadListeners) listener();
}

/** How many answers wait, for every way that leads to the dock. */
export function useUnreadHelp(): number {
  return useSyncExternalStore(
    (listener) => {
      unreadListeners.add(listener);
      return () => unreadListeners.delete(listener);
    },
    () => unread,
    () => 0,
  );
}

let slotElement: HTMLElement | null = null;
const slotListeners = new Set<() => void>();

/**
 * A ref for the room that a header keeps for the way to help: floating over a phone's page it would cover fields and
 * figures. Every page brings a header of its own; wizards have none, and their own way to help.
 */
export function registerHelpSlot(element: HTMLElement | null): void {
  slotElement = element;
  for (const listener of slotListeners) listener();
}

/** The room of the header that is shown now, if it has one. */
export function useHelpSlot(): HTMLElement | null {
  return useSyncExternalStore(
    subscribeSlot,
    () => slotElement,
    () => null,
  );
}

function subscribeSlot(listener: () => void): () => void {
  slotListeners.add(listener);
  return () => slotListeners.delete(listener);
}

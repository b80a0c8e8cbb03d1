import { useSyncExternalStore } from 'react';

/** What opens help from anywhere, by an event of the window: the chat under its two old names, or the sheet of all ways. */
export type HelpEvent = 'openSupportChat' | 'openLiveChat' | 'openHelp';

let unheard: HelpEvent | undefined;

/** Asks for help. A wish spoken before the help dock has come is kept for it. */
export function askForHelp(name: HelpEvent): void {
  const event = new Event(name, { cancelable: true });
  window.dispatchEvent(event);
  unheard = event.defaultPrevented ? undefined : name;
}

/** Opens help by `open` for every wish until the answered function is called, and at once for one that nobody heard. */
export function hearHelpWishes(open: (name: HelpEvent) => void): () => void {
  const hear = (event: Event) => {
    event.preventDefault(); // Tells askForHelp that the wish was heard.
    open(event.type as HelpEvent);
  };
  const names: readonly HelpEvent[] = ['openSupportChat', 'openLiveChat', 'openHelp'];
  for (const name of names) window.addEventListener(name, hear);
  if (unheard) open(unheard);
  unheard = undefined;
  return () => {
    for (const name of names) window.removeEventListener(name, hear);
  };
}

let unread = 0;
const watching = new Set<() => void>();

/** Notes an answer in a closed window of the dock. */
export function countUnread(): void {
  tellUnread(unread + 1);
}

/** The window was opened: all is read. */
export function clearUnread(): void {
  tellUnread(0);
}

function tellUnread(count: number): void {
  unread = count;
  for (const changed of watching) changed();
}

/** How many answers wait, for every way that leads to the dock. */
export function useUnreadHelp(): number {
  return useSyncExternalStore(
    (changed) => {
      watching.add(changed);
      return () => watching.delete(changed);
    },
    () => unread,
    () => 0,
  );
}

let place: HTMLElement | null = null;
const watchingPlace = new Set<() => void>();

/**
 * A ref for the room that a header keeps for the way to help: floating over a phone's page it would cover fields and
 * figures. Every page brings a header of its own; wizards have none, and their own way to help.
 */
export function keepHelpPlace(element: HTMLElement | null): void {
  place = element;
  for (const changed of watchingPlace) changed();
}

/** The room of the header that is shown now, if it has one. */
export function useHelpPlace(): HTMLElement | null {
  return useSyncExternalStore(
    watchPlace,
    () => place,
    () => null,
  );
}

function watchPlace(changed: () => void): () => void {
  watchingPlace.add(changed);
  return () => watchingPlace.delete(changed);
}

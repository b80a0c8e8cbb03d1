import { createStore } from './store.ts';

/** The window events that open help from anywhere: the chat under its two old names, or the sheet with all options. */
export type HelpEvent = 'openSupportChat' | 'openLiveChat' | 'openHelp';

/** The order of the help request. */
export interface HelpTopic {
  id: string;
  reference: string;
}

type OpenHelp = (name: HelpEvent, about?: HelpTopic) => void;

let pendingRequest: Parameters<OpenHelp> | undefined;

/** Opens help. A request from before the help dock has loaded is queued. */
export function requestHelp(name: HelpEvent, topic?: HelpTopic): void {
  const event = new CustomEvent(name, { cancelable: true, detail: topic });
  window.dispatchEvent(event);
  pendingRequest = event.defaultPrevented ? undefined : [name, topic];
}

/** Calls `open` for every help request until the returned function is called, and at once for a queued one. */
export function onHelpRequested(open: OpenHelp): () => void {
  const handler = (event: Event) => {
    event.preventDefault(); // Marks the request as handled.
    // The events that the specification names have no detail.
    const topic = event instanceof CustomEvent ? (event.detail as HelpTopic | null) : null;
    // The handler is added for these names alone.
    open(event.type as HelpEvent, topic ?? undefined);
  };
  const names: readonly HelpEvent[] = ['openSupportChat', 'openLiveChat', 'openHelp'];
  for (const name of names) window.addEventListener(name, handler);
  if (pendingRequest) open(...pendingRequest);
  pendingRequest = undefined;
  return () => {
    for (const name of names) window.removeEventListener(name, handler);
  };
}

const unreadCount = createStore(0);

/** Counts an answer that arrived in a closed window of the dock. */
export const incrementUnread = (): void => unreadCount.set(unreadCount.get() + 1);

/** Resets the number of unread answers when the window opens. */
export const clearUnread = (): void => unreadCount.set(0);

/** Number of unread answers, for every button that opens the dock. */
export const useUnreadHelp = (): number => unreadCount.use();

const slot = createStore<HTMLElement | null>(null);

/** A ref for the header's slot for the help button, which would cover fields and amounts of a phone's page. */
export const registerHelpSlot = (element: HTMLElement | null): void => slot.set(element);

/** The slot in the current header, if it has one. */
export const useHelpSlot = (): HTMLElement | null => slot.use();

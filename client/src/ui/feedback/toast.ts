export interface ToastMessage {
  title: string;
  text?: string | undefined;
  /** Subject that the message itself does not name: an order's reference, a name. */
  subject?: string | undefined;
  tone?: 'problem' | undefined;
  /** True to stay when another screen opens, which the message is about. */
  stays?: boolean | undefined;
}

type ShowToast = (message: ToastMessage) => void;

let show: ShowToast | undefined;
let queuedMessage: ToastMessage | undefined;
let mount: (() => void) | undefined;

/** Shows a short message for 5 s: never the only place of its content, and never an error that must be fixed. */
export function toast(message: ToastMessage): void {
  if (show) return show(message);
  queuedMessage = message;
  mount?.();
}

/** Returns a function that announces a success with a short message, then calls `next`. */
export const toastDone = (message: ToastMessage, next: () => void) => () => {
  toast(message);
  next();
};

/** The shell mounts the viewport on the first message, so that it is loaded only when needed. */
export function onFirstToast(callback: () => void): () => void {
  mount = callback;
  if (queuedMessage) callback();
  return () => {
    mount = undefined;
  };
}

/** Registers the viewport, which first shows the waiting toasts. */
export function registerToaster(handler: ShowToast): () => void {
  show = handler;
  if (queuedMessage) handler(queuedMessage);
  queuedMessage = undefined;
  return () => {
    show = undefined;
  };
}

/** Requests that got a 401 wait here while one dialog asks for the password, and resume afterwards. */
type Reauthenticate = () => Promise<boolean>;

let openDialog: Reauthenticate | undefined;
let pending: Promise<boolean> | undefined;

/** The shell names the dialog that asks; returns the way to take it back. */
export function registerReauthDialog(dialog: Reauthenticate): () => void {
  openDialog = dialog;
  return () => {
    if (openDialog === dialog) openDialog = undefined;
  };
}

/** Asks once for all waiting requests; false when declined or without a dialog. */
export function reauthenticate(): Promise<boolean> {
  if (!openDialog) return Promise.resolve(false);
  pending ??= openDialog().finally(() => {
    pending = undefined;
  });
  return pending;
}

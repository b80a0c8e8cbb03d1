/**
 * A session that ends during work: a request that got a 401 waits here while a dialog asks for the password, and
 * resumes afterwards. All waiting requests share one dialog.
 */
type Reauthenticate = () => Promise<boolean>;

let ask: Reauthenticate | undefined;
let pending: Promise<boolean> | undefined;

/** The shell names the dialog that asks; returns the way to take it back. */
export function registerReauthDialog(dialog: Reauthenticate): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = undefined;
  };
}

/** Asks once for all waiting requests; false when declined or without a dialog. */
export function reauthenticate(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  pending ??= ask().finally(() => {
    pending = undefined;
  });
  return pending;
}

/**
 * A session that ends in the middle of work: whoever met the 401 waits here while a dialog asks for the password,
 * and resumes the same request afterwards. All waiting requests share one question.
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

/** Asks once for all waiting requests; false when the person declined or nobody can ask. */
export function reauthenticate(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  pending ??= ask().finally(() => {
    pending = undefined;
  });
  return pending;
}

/** Opens a dialog that asks for the password; true once it was right. */
type Dialog = () => Promise<boolean>;

/** Refused requests wait here while one dialog asks for the password, and are then sent again. */
function createPrompt() {
  let openDialog: Dialog | undefined;
  let pendingAnswer: Promise<boolean> | undefined;
  return {
    /** Registers the shell's dialog; returns a function that removes it. */
    register: (dialog: Dialog): (() => void) => {
      openDialog = dialog;
      return () => {
        if (openDialog !== dialog) return;
        // A prompt whose dialog is gone is never answered: the next caller gets a new one.
        openDialog = undefined;
        pendingAnswer = undefined;
      };
    },
    /** Asks once for all waiting requests; false if declined, or without a dialog. */
    ask: (): Promise<boolean> => {
      if (!openDialog) return Promise.resolve(false);
      if (pendingAnswer) return pendingAnswer;
      const promptPromise = openDialog().finally(() => {
        if (pendingAnswer === promptPromise) pendingAnswer = undefined;
      });
      pendingAnswer = promptPromise;
      return promptPromise;
    },
  };
}

/** The session has ended: the same user signs in again. */
export const signInPrompt = createPrompt();

/** The session continues, but the password was entered too long ago for this action. */
export const stepUpPrompt = createPrompt();

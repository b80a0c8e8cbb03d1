import { call, CallError } from '#client/lib/api/call.ts';
import { watchToken } from '#client/lib/session/token.ts';

type Secret = { secret: string; uri: string };

// The secret stays in memory, because in the browser's history or storage it would outlive its page.
let setupSecret: Secret | undefined;

/** The next user to sign in finds no secret of this one. */
function dropWithSession(): void {
  const stop = watchToken(() => {
    dropBegunSetup();
    stop();
  });
}

/** Asks for the secret of a second factor with the password that was just typed, for the page that is opened next. */
export async function beginSetup(password: string): Promise<void> {
  try {
    setupSecret = await call('POST /api/second-factor', { body: { password } });
    dropWithSession();
  } catch (error) {
    // The page then asks for the password, and shows why it is refused.
    if (!(error instanceof CallError)) throw error;
    setupSecret = undefined;
  }
}

/** The secret that waits for its page; undefined without one. */
export const begunSetup = (): Secret | undefined => setupSecret;

/** Drops the waiting secret once its page has taken it. */
export function dropBegunSetup(): void {
  setupSecret = undefined;
}

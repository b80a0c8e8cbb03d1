import { hasCode } from '../api/call.ts';
import { readToken } from './token.ts';

/** Asks for the password again; returns the token that proves it, undefined when declined. */
type Prompt = () => Promise<string | undefined>;

/** A little less than the five minutes a token holds. */
const holdsMs = 4 * 60_000;

let prompt: Prompt | undefined;
let proven: { stepUp: string; session: string | null; until: number } | undefined;

/** The administration names the dialog that asks; returns the way to take it back. */
export function registerStepUpPrompt(dialog: Prompt): () => void {
  prompt = dialog;
  return () => {
    if (prompt === dialog) prompt = undefined;
  };
}

/** Sends a call that needs the password again, asked for once in four minutes; declined, the server refuses. */
export async function withStepUp<Output>(send: (options: { stepUp?: string }) => Promise<Output>): Promise<Output> {
  const stepUp = await stepUpToken();
  try {
    return await send(stepUp === undefined ? {} : { stepUp });
  } catch (error) {
    if (hasCode(error, 'step_up_required')) proven = undefined;
    throw error;
  }
}

async function stepUpToken(): Promise<string | undefined> {
  const session = readToken();
  if (proven && proven.session === session && proven.until > performance.now()) return proven.stepUp;
  const stepUp = await prompt?.();
  proven = stepUp === undefined ? undefined : { stepUp, session, until: performance.now() + holdsMs };
  return stepUp;
}

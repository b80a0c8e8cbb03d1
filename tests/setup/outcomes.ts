type Answered = { status: number; body: Record<string, unknown> };

/**
 * An answer in one line: its status, and of a refusal its code, and its reason where that says more: `409 conflict
 * payee_fixed`.
 */
export async function outcome(answer: Answered | Promise<Answered>): Promise<string> {
  const { status, body } = await answer;
  return status < 400 ? String(status) : [...new Set([status, body.code, body.reason])].filter(Boolean).join(' ');
}

/** The outcomes of calls that were sent at once, sorted. */
export async function outcomes(answers: readonly (Answered | Promise<Answered>)[]): Promise<string[]> {
  return (await Promise.all(answers.map(outcome))).toSorted();
}

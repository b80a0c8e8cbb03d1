/** Number of questions at a time: servers refuse a client that sends hundreds of requests at once. */
const askedAtOnce = 8;

/** Runs a task for each item, a few at a time, and returns the results in order. */
export async function inGroups<Asked, Answer>(
  all: readonly Asked[],
  askOne: (item: Asked) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < all.length; at += askedAtOnce) {
    answers.push(...(await Promise.all(all.slice(at, at + askedAtOnce).map(askOne))));
  }
  return answers;
}

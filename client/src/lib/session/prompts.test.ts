import { expect, test } from 'vitest';
import { stepUpPrompt } from './prompts.ts';

/** A shell whose dialog the test answers. */
function aShell() {
  const dialogs: ((isProven: boolean) => void)[] = [];
  const leave = stepUpPrompt.register(() => new Promise((resolve) => dialogs.push(resolve)));
  return { dialogs, leave };
}

test('calls that are refused together ask for the password once, and a later one asks again', async () => {
  const { dialogs, leave } = aShell();
  const answers = Promise.all([stepUpPrompt.ask(), stepUpPrompt.ask()]);
  dialogs[0]?.(true);
  expect(await answers).toEqual([true, true]);
  const next = stepUpPrompt.ask();
  dialogs[1]?.(false);
  expect(await next).toBe(false);
  expect(dialogs).toHaveLength(2);
  leave();
  expect(await stepUpPrompt.ask()).toBe(false);
});

test('an unanswered dialog does not prevent a later question', async () => {
  const first = aShell();
  void stepUpPrompt.ask();
  first.leave();
  const secondShell = aShell();
  const answerPromise = stepUpPrompt.ask();
  secondShell.dialogs[0]?.(true);
  expect(await answerPromise).toBe(true);
  secondShell.leave();
});

import { expect, test } from 'vitest';
import { cached } from './cached.ts';

const events = { connected: true, on: () => () => undefined };

test('a process that has just committed a change reads it at once, before the event of it arrives', async () => {
  let stored = 'old';
  const read = cached({ events, kinds: ['rates_changed'], load: () => Promise.resolve(stored) });
  expect(await read()).toBe('old');
  stored = 'new';
  expect(await read()).toBe('old');
  read.invalidate();
  expect(await read()).toBe('new');
});

test('a value that was being read when the change was committed is not kept', async () => {
  const answers: ((value: string) => void)[] = [];
  const load = () => new Promise<string>((resolve) => answers.push(resolve));
  const read = cached({ events, kinds: ['rates_changed'], load });
  const early = read();
  read.invalidate();
  const late = read();
  answers[0]?.('old');
  answers[1]?.('new');
  expect([await early, await late, await read()]).toEqual(['old', 'new', 'new']);
});

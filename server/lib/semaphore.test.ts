import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('of many frames of one address a few are worked on at a time, in the order they came, whether they fail or not', async () => {
  const semaphore = createSemaphore({ maxConcurrent: 3, waiting: Number.POSITIVE_INFINITY });
  const begun: number[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const frames = Array.from({ length: 7 }, (_, n) =>
    semaphore(() => {
      begun.push(n);
      return new Promise<void>((resolve, reject) => (ends[n] = { resolve, reject }));
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.reject(new Error('refused'));
  await expect(frames[1]).rejects.toThrow('refused');
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const n of [0, 2, 3, 4, 5, 6]) {
    ends[n]?.resolve();
    await frames[n];
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('work that goes first overtakes what waits, and finds a place when the others have none left', async () => {
  const semaphore = createSemaphore({ maxConcurrent: 1, waiting: 2 });
  const done: string[] = [];
  let open: () => void = () => undefined;
  const held = semaphore(() => new Promise<void>((resolve) => (open = resolve)));
  const work = (name: string, isFirst?: boolean) => semaphore(async () => void done.push(name), isFirst);
  const waiting = [work('a stranger'), work('another'), work('known', true)];
  await expect(work('one too many')).rejects.toThrow('The service is busy right now');
  open();
  await Promise.all([held, ...waiting]);
  expect(done).toEqual(['known', 'a stranger', 'another']);
});

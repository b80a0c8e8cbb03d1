import { expect, test } from 'vitest';
import { createFairSemaphore, type FairSemaphore } from './fair-semaphore.ts';

/** Work that records its start and ends on request. */
function workshop(semaphore: FairSemaphore) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (owner: string, name: string) =>
    semaphore(owner, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('an account that sends ten pictures has one worked on, and the one picture of another goes before its second', async () => {
  const { begun, work, end } = workshop(createFairSemaphore({ maxConcurrent: 2, waiting: 20, waitingEach: 10 }));
  const flood = Array.from({ length: 10 }, (_, n) => work('mallory', `mallory ${n}`));
  const ada = work('ada', 'ada');
  await Promise.resolve();
  expect(begun).toEqual(['mallory 0', 'ada']);
  const bob = work('bob', 'bob');
  end('mallory 0');
  await flood[0];
  expect(begun).toEqual(['mallory 0', 'ada', 'mallory 1']);
  end('mallory 1');
  await flood[1];
  expect(begun.at(-1)).toBe('bob');
  end('ada');
  await ada;
  expect(begun.at(-1)).toBe('mallory 2');
  end('bob');
  await bob;
});

test('an account whose line is full is refused, and another finds a place; a failed picture passes its turn on', async () => {
  const semaphore = createFairSemaphore({ maxConcurrent: 1, waiting: 3, waitingEach: 2 });
  const { begun, work, end } = workshop(semaphore);
  let fail: (error: Error) => void = () => undefined;
  const first = semaphore('mallory', () => new Promise<void>((_resolve, reject) => (fail = reject)));
  const waiting = [work('mallory', 'second'), work('mallory', 'third')];
  await expect(work('mallory', 'fourth')).rejects.toThrow('The service is busy right now');
  const ada = work('ada', 'ada');
  await expect(work('bob', 'bob')).rejects.toThrow('The service is busy right now');
  fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect(begun).toEqual(['second']);
  end('second');
  await waiting[0];
  expect(begun).toEqual(['second', 'ada']);
  end('ada');
  await ada;
  expect(begun).toEqual(['second', 'ada', 'third']);
  end('third');
  await waiting[1];
});

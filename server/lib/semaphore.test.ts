import { expect, test } from 'vitest';
import { createFairSemaphore, createSemaphore, type FairSemaphore } from './semaphore.ts';
import { createSharedRun } from './shared-run.ts';

test('a few frames of one address are processed at a time, in their order', async () => {
  const semaphore = createSemaphore({ maxConcurrent: 3 });
  const begunWork: number[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const frames = Array.from({ length: 7 }, (_, n) =>
    semaphore(() => {
      begunWork.push(n);
      return new Promise<void>((resolve, reject) => (ends[n] = { resolve, reject }));
    }),
  );
  await Promise.resolve();
  expect(begunWork).toEqual([0, 1, 2]);
  ends[1]?.reject(new Error('refused'));
  await expect(frames[1]).rejects.toThrow('refused');
  expect(begunWork).toEqual([0, 1, 2, 3]);
  for (const [n, frame] of frames.entries()) {
    if (n === 1) continue;
    ends[n]?.resolve();
    await frame;
  }
  expect(begunWork).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('urgent work overtakes waiting work', async () => {
  const semaphore = createSemaphore({ maxConcurrent: 1, waiting: 2 });
  const doneWork: string[] = [];
  let open: () => void = () => undefined;
  const heldWork = semaphore(() => new Promise<void>((resolve) => (open = resolve)));
  const work = (name: string, isFirst?: boolean) => semaphore(async () => void doneWork.push(name), isFirst);
  const pending = [work('a stranger'), work('another'), work('known', true)];
  await expect(work('one too many')).rejects.toThrow('The service is busy right now');
  open();
  await Promise.all([heldWork, ...pending]);
  expect(doneWork).toEqual(['known', 'a stranger', 'another']);
});

/** Work that records its start and ends on request. */
function workshop(semaphore: FairSemaphore) {
  const begunWork: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (owner: string, name: string) =>
    semaphore(owner, () => {
      begunWork.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  /** Ends this work, which is next. */
  const end = async (name: string, running: Promise<void> | undefined) => {
    ends.get(name)?.();
    await running;
  };
  return { begun: begunWork, work, end };
}

test('an account that sends ten pictures has one processed before another account’s', async () => {
  const { begun, work, end } = workshop(createFairSemaphore({ maxConcurrent: 2, waiting: 20, waitingEach: 10 }));
  const flood = Array.from({ length: 10 }, (_, n) => work('mallory', `mallory ${n}`));
  const ada = work('ada', 'ada');
  await Promise.resolve();
  expect(begun).toEqual(['mallory 0', 'ada']);
  const bob = work('bob', 'bob');
  await end('mallory 0', flood[0]);
  expect(begun).toEqual(['mallory 0', 'ada', 'bob']);
  await end('ada', ada);
  expect(begun.at(-1)).toBe('mallory 1');
  await end('mallory 1', flood[1]);
  expect(begun.at(-1)).toBe('mallory 2');
  await end('bob', bob);
});

test('an account whose queue is full is refused, and another one gets the next turn', async () => {
  const semaphore = createFairSemaphore({ maxConcurrent: 1, waiting: 3, waitingEach: 2 });
  const { begun, work, end } = workshop(semaphore);
  let fail: (error: Error) => void = () => undefined;
  const first = semaphore('mallory', () => new Promise<void>((_resolve, reject) => (fail = reject)));
  const pending = [work('mallory', 'second'), work('mallory', 'third')];
  await expect(work('mallory', 'fourth')).rejects.toThrow('The service is busy right now');
  const ada = work('ada', 'ada');
  await expect(work('bob', 'bob')).rejects.toThrow('The service is busy right now');
  fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect(begun).toEqual(['ada']);
  await end('ada', ada);
  expect(begun).toEqual(['ada', 'second']);
  await end('second', pending[0]);
  expect(begun).toEqual(['ada', 'second', 'third']);
  await end('third', pending[1]);
});

test('a caller during a read shares the next one, and never gets an older result', async () => {
  const share = createSharedRun<number>();
  const ends: (() => void)[] = [];
  let started = 0;
  const read = async () => {
    started += 1;
    const value = started;
    await new Promise<void>((resolve) => ends.push(resolve));
    return value;
  };
  const first = share(read);
  const laterRuns = [share(read), share(read), share(read)];
  expect(started).toBe(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await expect.poll(() => started).toBe(2);
  ends[1]?.();
  expect(await Promise.all(laterRuns)).toEqual([2, 2, 2]);
});

test('a failed read fails for all its callers, and the next one runs again', async () => {
  const share = createSharedRun<string>();
  await expect(share(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await share(() => Promise.resolve('there'))).toBe('there');
});

import { expect, test } from 'vitest';
import { createSharedRun } from './shared-run.ts';

test('whoever asks while a read runs shares the next one, and never gets what was read before', async () => {
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
  const later = [share(read), share(read), share(read)];
  expect(started).toBe(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await expect.poll(() => started).toBe(2);
  ends[1]?.();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

test('a read that fails fails for those who share it, and the next one runs again', async () => {
  const share = createSharedRun<string>();
  await expect(share(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await share(() => Promise.resolve('there'))).toBe('there');
});

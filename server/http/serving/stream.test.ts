import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { streamOf } from './exclusive-stream.ts';

/** Yields the requested number of chunks; `log` records its steps. */
async function* maker(chunks: number, log: string[], failsAt = Number.POSITIVE_INFINITY) {
  try {
    for (let at = 0; at < chunks; at += 1) {
      if (at === failsAt) throw new Error('the ink ran out');
      log.push('made');
      yield Buffer.alloc(16 * 1024, at);
    }
  } finally {
    log.push('cleared up');
  }
}

test('a caller gets all pieces in order', async () => {
  const log: string[] = [];
  const bytes = await buffer(await streamOf(maker(40, log)));
  expect([bytes.length, bytes.at(0), bytes.at(-1)]).toEqual([40 * 16 * 1024, 0, 39]);
  expect(log.at(-1)).toBe('cleared up');
});

test('a failure before the first piece is answered as an error', async () => {
  const log: string[] = [];
  await expect(streamOf(maker(3, log, 0))).rejects.toThrow('the ink ran out');
  expect(log).toEqual(['cleared up']);
});

test('a failure in the middle ends the stream with an error', async () => {
  await expect(buffer(await streamOf(maker(9, [], 4)))).rejects.toThrow('the ink ran out');
});

test('a caller who stops reading is dropped, and nothing is produced in the meantime', async () => {
  const log: string[] = [];
  const stream = await streamOf(maker(1_000, log), 20);
  stream.once('readable', () => void stream.read(1));
  const [error] = (await once(stream, 'error')) as [Error];
  expect(error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(log.at(-1)).toBe('cleared up');
  expect(log.length).toBeLessThan(20);
});

test('a caller who disconnects leaves nothing behind', async () => {
  const log: string[] = [];
  const stream = await streamOf(maker(1_000, log));
  stream.destroy();
  await once(stream, 'close');
  expect(log.at(-1)).toBe('cleared up');
});

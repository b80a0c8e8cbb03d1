import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { rootDir } from '#server/paths.ts';
import type { ToPrinter } from './documents.ts';

const mostMemoryMb = 64;
/** What pages leave behind is collected early instead of being let grow. */
const youngMemoryMb = 8;
/** A thread that has nothing to do for so long gives its memory back. */
const longestRestMs = 30_000;

const resting = new Map<Worker, NodeJS.Timeout>();

/** A printing thread: one that rests, else a new one. */
export function takeThread(): Worker {
  for (const [thread, rest] of resting) {
    clearTimeout(rest);
    resting.delete(thread);
    thread.ref();
    return thread;
  }
  const thread = startThread();
  // Whoever waits for its document hears of a failure; one that rests just leaves.
  thread.on('error', () => undefined);
  thread.once('exit', () => forget(thread));
  return thread;
}

function forget(thread: Worker): void {
  clearTimeout(resting.get(thread));
  resting.delete(thread);
}

/** Lets a thread rest for the next document; one that was left in the middle of one is ended. */
export async function giveBackThread(thread: Worker, isWhole: boolean): Promise<void> {
  if (!isWhole) {
    await thread.terminate();
    return;
  }
  // A resting thread keeps no process alive.
  thread.unref();
  resting.set(thread, setTimeout(() => void thread.terminate(), longestRestMs).unref());
}

/** Sends a document or its rows to a thread. */
export function tell(thread: Worker, message: ToPrinter): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
  thread.postMessage(message);
}

/** The built program where this runs built; the sources, through the loader of the tests, where it does not. */
function startThread(): Worker {
  const limits = { resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: youngMemoryMb } };
  if (!import.meta.url.endsWith('.ts')) return new Worker(join(rootDir, 'dist', 'server', 'pdf', 'printer.js'), limits);
  const source = JSON.stringify(new URL('./printer.ts', import.meta.url).href);
  // A thread does not inherit the loader of its process.
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import(${source})));`;
  return new Worker(load, { ...limits, eval: true });
}

import { startThread } from './thread.ts';

/** The thread posts parts in their order, each answered once it was taken, and a result at the end. */
export type ThreadMessage<Result, Item> = { items: Item[] } | { result: Result };

interface ThreadTask<Item, Refused> {
  /** The built program, relative to server/ and without its ending, and its source. */
  program: string;
  source: URL;
  workerData: unknown;
  /** Heap of the thread in MB, its part for new objects, and the time limit without `onItems`. */
  limits: { heapMb: number; youngMb: number; maxMs: number };
  /** The refusal of a task that exceeds its limits. */
  tooLarge: Refused;
  /** Takes a part; the next one is sent once it has. */
  onItems?: (items: Item[]) => Promise<void> | void;
}

/** Runs one task in a thread of its own, so that no other request waits for a large or hostile file. */
export function runInThread<Result, Item, Refused>(task: ThreadTask<Item, Refused>): Promise<Result | Refused> {
  const { program, source, workerData, limits, tooLarge, onItems = () => undefined } = task;
  const resourceLimits = { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: limits.youngMb };
  const takeItems = async (items: Item[]) => onItems(items);
  return new Promise((resolve, reject) => {
    const worker = startThread(program, source, { resourceLimits, workerData });
    const end = (finish: () => void) => {
      hasEnded = true;
      clearTimeout(timer);
      void worker.terminate();
      finish();
    };
    let leftMs = limits.maxMs;
    let since = 0;
    let hasEnded = false;
    let timer: NodeJS.Timeout | undefined;
    const run = () => {
      since = performance.now();
      timer = setTimeout(() => end(() => resolve(tooLarge)), leftMs);
    };
    // A slow database is not taken for a large file.
    const pause = () => {
      clearTimeout(timer);
      leftMs -= performance.now() - since;
    };
    run();
    worker.on('message', (message: ThreadMessage<Result, Item>) => {
      if ('result' in message) return end(() => resolve(message.result));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
      const post = () => worker.postMessage('taken');
      const takeTask = () => {
        if (hasEnded) return;
        run();
        // The calls that arrived in the meantime come first.
        setImmediate(post);
      };
      pause();
      void takeItems(message.items).then(takeTask, (error: unknown) => end(() => reject(asError(error))));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLarge) : reject(error))),
    );
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

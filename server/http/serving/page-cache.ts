import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createSemaphore } from '#server/lib/semaphore.ts';

type Entry<Page> = { page: Promise<Page>; until: number };

/** Rates move every minute; a burst of visitors costs one rendering. */
const cacheMs = 10_000;
const maxCached = 300;
/** Beyond this, rendering in the browser is faster. */
const maxQueued = 8;

/** The rendered pages of the last 10 seconds, and the queue of renderings, which run one after the other. */
export function createPageCache<Page>() {
  const entries = new Map<string, Entry<Page>>();
  const inOrder = createSemaphore({ maxConcurrent: 1 });
  let queuedCount = 0;

  const find = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.until > performance.now() ? entry.page : undefined;
  };
  const add = (key: string, page: Promise<Page>) => {
    entries.delete(key);
    const oldestKey = entries.keys().next().value;
    if (entries.size >= maxCached && oldestKey !== undefined) entries.delete(oldestKey);
    const entry = { page, until: performance.now() + cacheMs };
    entries.set(key, entry);
    page.catch(() => entries.get(key) === entry && entries.delete(key));
    return page;
  };
  /** Renders a page in its turn, which `count` may refuse by throwing; null when the queue is full. */
  const inTurn = async (count: () => Promise<void>, render: () => Promise<Page>): Promise<Page | null> => {
    if (queuedCount >= maxQueued) return null;
    queuedCount += 1;
    try {
      await count();
      return await render();
    } finally {
      queuedCount -= 1;
    }
  };
  const renderInOrder = (render: () => Promise<Page>) =>
    inOrder(async () => {
      // Between two pages the program answers other requests.
      await yieldToEventLoop();
      return render();
    });
  return {
    clear: (): void => entries.clear(),
    /**
     * The cached page of this key, or a fresh one, which `count` may refuse by throwing; null when the queue is full.
     */
    pageOf: async (key: string, count: () => Promise<void>, render: () => Promise<Page>): Promise<Page | null> => {
      const cached = find(key);
      if (cached) return cached;
      // Another request may have added it in the meantime.
      return inTurn(count, async () => find(key) ?? add(key, renderInOrder(render)));
    },
    /** A page that is cached for no one. */
    freshPage: (count: () => Promise<void>, render: () => Promise<Page>): Promise<Page | null> =>
      inTurn(count, () => renderInOrder(render)),
  };
}

import type { EventKind } from './domain-events.ts';
import type { Events } from './events.ts';

export type CachedOptions<Value> = {
  events: Pick<Events, 'on' | 'connected'>;
  /** The events after which the value may be another. */
  kinds: readonly EventKind[];
  load: () => Promise<Value>;
};

/**
 * Caches the result of `load` in memory until an event of `kinds`. Concurrent callers share one `load`; a value read
 * before a change is never cached after it; while events are not received, every call loads again.
 */
export function cached<Value>({ events, kinds, load }: CachedOptions<Value>): () => Promise<Value> {
  let cached_: Promise<Value> | undefined;
  const invalidate = () => (cached_ = undefined);
  for (const kind of kinds) events.on(kind, invalidate);

  return async () => {
    if (cached_) return cached_;
    const loading = load();
    cached_ = loading;
    // Not listening: no event would invalidate it. A failure is not worth caching either.
    const invalidateThis = () => {
      if (cached_ === loading) cached_ = undefined;
    };
    loading.then(() => events.connected || invalidateThis(), invalidateThis);
    return loading;
  };
}

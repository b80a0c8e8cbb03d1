import type { EventKind } from './domain-events.ts';
import type { Events } from './events.ts';

export type CachedOptions<Value> = {
  events: Pick<Events, 'on' | 'connected'>;
  /** The events after which the value may be another. */
  kinds: readonly EventKind[];
  load: () => Promise<Value>;
};

/**
 * Keeps what `load` answers in memory until one of `kinds` is heard. Callers at the same time share one `load`; a value
 * read before a change is never kept after it; while events cannot be heard, every call reads afresh.
 */
export function cached<Value>({ events, kinds, load }: CachedOptions<Value>): () => Promise<Value> {
  let cached_: Promise<Value> | undefined;
  const invalidate = () => (cached_ = undefined);
  for (const kind of kinds) events.on(kind, invalidate);

  return async () => {
    if (cached_) return cached_;
    const loading = load();
    cached_ = loading;
    // Not listening: nobody would tell us to forget it again. A failure is not worth keeping either.
    const invalidateThis = () => {
      if (cached_ === loading) cached_ = undefined;
    };
    loading.then(() => events.connected || invalidateThis(), invalidateThis);
    return loading;
  };
}

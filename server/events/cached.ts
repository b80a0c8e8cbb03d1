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
  let kept: Promise<Value> | undefined;
  const forget = () => (kept = undefined);
  for (const kind of kinds) events.on(kind, forget);

  return async () => {
    if (kept) return kept;
    const loading = load();
    kept = loading;
    // Not listening: nobody would tell us to forget it again. A failure is not worth keeping either.
    const forgetThis = () => {
      if (kept === loading) kept = undefined;
    };
    loading.then(() => events.connected || forgetThis(), forgetThis);
    return loading;
  };
}

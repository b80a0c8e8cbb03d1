import type { EventKind } from './domain-events.ts';
import type { Events } from './events.ts';

export type CachedOptions<Value> = {
  events: Pick<Events, 'on' | 'connected'>;
  /** The events after which the value may be another. */
  kinds: readonly EventKind[];
  load: () => Promise<Value>;
};

/** Reads the cached value. `invalidate` is for a change this process has just committed, before its event arrives. */
export type Cached<Value> = (() => Promise<Value>) & { invalidate: () => void };

/** Caches `load` until an event of `kinds`, shared by callers; without events every call loads again. */
export function cached<Value>({ events, kinds, load }: CachedOptions<Value>): Cached<Value> {
  let cached_: Promise<Value> | undefined;
  const invalidate = () => {
    cached_ = undefined;
  };
  for (const kind of kinds) events.on(kind, invalidate);

  const read = async () => {
    if (cached_) return cached_;
    const loading = load();
    cached_ = loading;
    // The value is not cached while no event could invalidate it, and a failure never is.
    const invalidateThis = () => {
      if (cached_ === loading) cached_ = undefined;
    };
    loading.then(() => events.connected || invalidateThis(), invalidateThis);
    return loading;
  };
  return Object.assign(read, { invalidate });
}

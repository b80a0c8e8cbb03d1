import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { tokenOwner } from '../session/token.ts';
import { copyPrefix, readStored, removeStored, storedKeys, writeStored } from './local-storage.ts';

/** The number grows when the shape of a stored copy changes: copies of another shape are dropped. */
const shape = '4';
/** The number of responses of a route that a device stores: the oldest are dropped. */
const maxPerRoute = 30;

/** The store of a device for one user. It is loaded on demand: nothing of a visitor is stored. */
export const storeOf = (owner: string) =>
  experimental_createQueryPersister({
    prefix: copyPrefix + owner,
    buster: shape,
    maxAge: Infinity,
    storage: {
      getItem: readStored,
      // Nothing is stored for a user who has signed out meanwhile.
      setItem: (key: string, value: string) => void (tokenOwner() === owner && writeStored(key, value)),
      removeItem: (key: string) => removeStored(key),
      entries: () => storedKeys(`${copyPrefix}${owner}-`).map((key): [string, string] => [key, readStored(key) ?? '']),
    },
  });

/** Makes room for one more response of the route. */
export function evictOldest(owner: string, route: string): void {
  const ages = storedKeys(`${copyPrefix}${owner}-["${route}"`).map((key) => {
    const [, updatedAt = '0'] = /"dataUpdatedAt":(\d+)/.exec(readStored(key) ?? '') ?? [];
    return { key, updatedAt: Number(updatedAt) };
  });
  const oldestAges = ages.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(maxPerRoute - 1);
  removeStored(...oldestAges.map(({ key }) => key));
}

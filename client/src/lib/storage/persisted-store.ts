import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { tokenOwner } from '../session/token.ts';
import { copyPrefix, readStored, removeStored, storedKeys, writeStored } from './local-storage.ts';

/** Goes up when a stored copy changes its shape: copies of another shape are dropped. */
const shape = '4';
/** This many responses of a route are stored on a device: the oldest are dropped. */
const maxPerRoute = 30;

/** Store of a device for one user. It loads on demand: nothing is stored of a visitor, who does without it. */
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

import { expect, test } from 'vitest';
import { splitXAddress, xAddressOf } from './wallets.x-address.ts';

const address = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';

test.each([
  [null, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb'],
  [0, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc'],
  [1, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDC'],
  [65_591, 'XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw'],
  [4_294_967_295, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'],
])('an address with the tag %s is the X-address that the ledger publishes for it', (tag, xAddress) => {
  expect(xAddressOf(address, tag)).toBe(xAddress);
  expect(splitXAddress(xAddress)).toEqual({ address, tag: tag === null ? null : String(tag) });
});

test('a tag beyond 32 bits, the test network and a typo are no X-address', () => {
  expect(xAddressOf(address, 4_294_967_296)).toBeUndefined();
  expect(splitXAddress('TVE26TYGhfLC7tQDno7G8dGtxSkYQnSz1uDimDdPYXzSpyw')).toBeUndefined();
  expect(splitXAddress('XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDD')).toBeUndefined();
  expect(splitXAddress(address)).toBeUndefined();
});

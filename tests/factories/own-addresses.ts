import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { callsOf } from '#tests/setup/calls.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { theAdmin } from './exchanges.ts';
import { bankDetails } from './orders.ts';

export const litecoinKey =
  'zpub6rPo5mF47z5coVm5rvWv7fv181awb7Vckn5Cf3xQXBVKu18kuBHDhNi1Jrb4br6vVD3ZbrnXemEsWJoR18mZwkUdzwD8TQnHDUCGxqZ6swA';
/** Addresses that this key derives. */
export const litecoinAddresses = [
  'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  'ltc1qwlezpr3890hcp6vva9twqh27mr6edadreqvhnn',
  'ltc1qc6aucuznvhh9uvux246x24vf9y9ncfk729m92s',
  'ltc1qr4uckk3jjxtknw5mtqmtwvt87955rc7ays0hsh',
];

/** Addresses of Tron, as many as wanted, each valid. */
export function tronAddresses(count: number, seed = 'a'): string[] {
  const root = HDKey.fromMasterSeed(sha256(new TextEncoder().encode(seed)));
  const check = createBase58check(sha256);
  return Array.from({ length: count }, (_, index) => {
    const { pubKeyHash } = root.deriveChild(index);
    return check.encode(Uint8Array.from([0x41, ...(pubKeyHash ?? [])]));
  });
}

/** Calls about the sources of addresses, with the password given again. */
export async function sourceCalls({ app }: Pick<Testbed, 'app'>) {
  const admin = await theAdmin(app);
  return { ...admin, ...callsOf(app, admin, '/api/admin/deposit-sources') };
}

export const litecoinSource = {
  kind: 'xpub',
  cryptoId: 'litecoin',
  xpub: litecoinKey,
  lastSix: litecoinAddresses[3]?.slice(-6) ?? '',
};

export const payee = { paymentDetails: bankDetails };
export const someLitecoin = { cryptoId: 'litecoin', cryptoAmount: 1, targetCurrency: 'USD' };

import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import type { DepositScript } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { deriveAddress, readAccountKey, secretIn, type KeyCoin, type KeyNetwork } from './deposit-sources.keys.ts';

const keys = {
  zpub: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  ypub: 'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP',
  xpub: 'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
  taproot:
    'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ',
  ltcZpub:
    'zpub6rPo5mF47z5coVm5rvWv7fv181awb7Vckn5Cf3xQXBVKu18kuBHDhNi1Jrb4br6vVD3ZbrnXemEsWJoR18mZwkUdzwD8TQnHDUCGxqZ6swA',
  Mtub: 'Mtub2rz9F1pkisRsSZX8sa4Ajon9GhPP6JymLgpuHqbYdU5JKFLBF7Qy8b1tZ3dccj2fefrAxfrPdVkpCxuWn3g72UctH2bvJRkp6iFmp8aLeRZ',
  Ltub: 'Ltub2YDQmP391UYeDYvLye9P1SuNJFkcRGN7SYHM8JMxaDnegcPTXHJ2BnYmvHnFnGPGKu2WMuCga6iZV3SDxDMGrRyMcrYEfSPhrpS1EPkC43E',
  bch: 'xpub6ByHsPNSQXTWZ7PLESMY2FufyYWtLXagSUpMQq7Un96SiThZH2iJB1X7pwviH1WtKVeDP6K8d6xxFzzoaFzF3s8BKCZx8oEDdDkNnp4owAZ',
  zprv: 'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
};

const check58 = createBase58check(sha256);
const spelled = (key: string, version: string) =>
  check58.encode(Uint8Array.from([...hex.decode(version), ...check58.decode(key).subarray(4)]));

type Vector = [keyof typeof keys, KeyCoin, DepositScript | undefined, KeyNetwork, string[]];

test.each<Vector>([
  [
    'bch',
    'bitcoin-cash',
    undefined,
    'main',
    [
      'qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6',
      'qp8sfdhgjlq68hlzka9lcsxtcnvuvnd0xqxugfzzc5',
      'qqkuy34ntrye9a2h4xpdstcu4aq5wfrwscjtaphenr',
      'qzcyvxr0e23d408u62ulf6cnspc0k4dyduy8kh77nc',
    ],
  ],
  [
    'zpub',
    'bitcoin',
    undefined,
    'main',
    [
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      'bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z',
      'bc1qgl5vlg0zdl7yvprgxj9fevsc6q6x5dmcyk3cn3',
    ],
  ],
  [
    'ypub',
    'bitcoin',
    undefined,
    'main',
    [
      '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf',
      '3LtMnn87fqUeHBUG414p9CWwnoV6E2pNKS',
      '3B4cvWGR8X6Xs8nvTxVUoMJV77E4f7oaia',
      '38CahkVftQneLonbWtfWxiiaT2fdnzsEAN',
    ],
  ],
  [
    'xpub',
    'bitcoin',
    'p2pkh',
    'main',
    [
      '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
      '1Ak8PffB2meyfYnbXZR9EGfLfFZVpzJvQP',
      '1MNF5RSaabFwcbtJirJwKnDytsXXEsVsNb',
      '1MVGa13XFvvpKGZdX389iU8b3qwtmAyrsJ',
    ],
  ],
  [
    'taproot',
    'bitcoin',
    'p2tr',
    'main',
    [
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      '',
      '',
      'bc1py0vryk8aqusz65yzuudypggvswzkcpwtau8q0sjm0stctwup0xlqkkxler',
    ],
  ],
  [
    'ltcZpub',
    'litecoin',
    'p2wpkh',
    'main',
    [
      'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
      'ltc1qwlezpr3890hcp6vva9twqh27mr6edadreqvhnn',
      'ltc1qc6aucuznvhh9uvux246x24vf9y9ncfk729m92s',
      'ltc1qr4uckk3jjxtknw5mtqmtwvt87955rc7ays0hsh',
    ],
  ],
  [
    'Mtub',
    'litecoin',
    undefined,
    'main',
    ['M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM', '', '', 'MCSVJ18GR3uNhrY46j9ocgS9RuSygeGvC5'],
  ],
  [
    'Ltub',
    'litecoin',
    'p2pkh',
    'main',
    ['LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez', '', '', 'LgbbqoBcNc8voAvrrk3ZyqCU3Y4H24aauc'],
  ],
  [
    'ltcZpub',
    'litecoin',
    undefined,
    'regtest',
    ['rltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c23g5xdr', '', '', 'rltc1qr4uckk3jjxtknw5mtqmtwvt87955rc7akwdynr'],
  ],
])('the %s of %s as %s gives the addresses of the own wallet on %s', (name, coin, scriptType, network, expected) => {
  const key = readAccountKey(keys[name], { coin, network, scriptType });
  if ('because' in key) throw new Error(JSON.stringify(key));
  const derived = expected.map((wanted, index) => wanted && deriveAddress(key, { coin, network }, index));
  expect(derived).toEqual(expected);
  expect(key).toMatchObject({
    fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    ending: keys[name].slice(-6),
  });
});

describe('what is no public key of an account is refused by its own words', () => {
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const child = HDKey.fromExtendedKey(keys.xpub).deriveChild(0).publicExtendedKey;
  test.each<[string, string, KeyCoin, DepositScript | undefined, object]>([
    ['a private key', keys.zprv, 'bitcoin', undefined, { because: 'key_private' }],
    ['a private key cut short', keys.zprv.slice(0, -8), 'bitcoin', undefined, { because: 'key_private' }],
    [
      'a private key spelled as a public one',
      spelled(keys.zprv, '04b24746'),
      'bitcoin',
      undefined,
      { because: 'key_private' },
    ],
    [
      'a key to import',
      'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ',
      'bitcoin',
      undefined,
      { because: 'key_private' },
    ],
    ['64 hex digits', 'ab'.repeat(32), 'bitcoin', undefined, { because: 'key_private' }],
    ['the words of a wallet', words, 'bitcoin', undefined, { because: 'key_seed' }],
    ['a truncated key', keys.zpub.slice(0, -1), 'bitcoin', undefined, { because: 'xpub_malformed' }],
    ['a wrong character', keys.zpub.replace('AijB', 'AjjB'), 'bitcoin', undefined, { because: 'xpub_malformed' }],
    ['several signers', spelled(keys.xpub, '02aa7ed3'), 'bitcoin', undefined, { because: 'xpub_multisig' }],
    [
      'Ltub for Bitcoin',
      keys.Ltub,
      'bitcoin',
      'p2pkh',
      { because: { reason: 'xpub_other_coin', params: { coin: 'Litecoin' } } },
    ],
    [
      'ypub for Litecoin',
      keys.ypub,
      'litecoin',
      undefined,
      { because: { reason: 'xpub_other_coin', params: { coin: 'Bitcoin' } } },
    ],
    ['tpub', spelled(keys.xpub, '043587cf'), 'litecoin', 'p2pkh', { because: 'xpub_test_network' }],
    ['the key of single addresses', child, 'bitcoin', 'p2pkh', { because: 'xpub_too_deep' }],
    ['xpub without a kind', keys.xpub, 'bitcoin', undefined, { field: 'scriptType', because: 'script_type_required' }],
    [
      'zpub of another kind',
      keys.zpub,
      'bitcoin',
      'p2pkh',
      { field: 'scriptType', because: { reason: 'xpub_other_script', params: { prefix: 'bc1q' } } },
    ],
  ])('%s', (_, typed, coin, scriptType, problem) => {
    expect(readAccountKey(typed, { coin, network: 'main', scriptType })).toMatchObject(problem);
  });

  test('a deposit address is no secret', () => {
    const addresses = [
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ];
    expect(addresses.map(secretIn)).toEqual([undefined, undefined, undefined]);
  });

  test('one key has one identity in every spelling', () => {
    const wanted = { coin: 'litecoin', network: 'main' } as const;
    const [item, other] = [keys.ltcZpub, spelled(keys.ltcZpub, '019da462')].map((key) =>
      readAccountKey(key, { ...wanted, scriptType: 'p2wpkh' }),
    );
    expect(item).toMatchObject({ identity: Reflect.get(other ?? {}, 'identity') as string });
  });
});

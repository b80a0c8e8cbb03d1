import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { deriveAddress, readAccountKey, secretIn } from './deposit-sources.keys.ts';

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

type KeyOptions = Parameters<typeof readAccountKey>[1];
const bitcoin: KeyOptions = { coin: 'bitcoin', network: 'main' };
const litecoin: KeyOptions = { coin: 'litecoin', network: 'main' };
const asP2pkh = { ...bitcoin, scriptType: 'p2pkh' } as const;

test.each<[keyof typeof keys, KeyOptions, number, string]>([
  ['bch', { coin: 'bitcoin-cash', network: 'main' }, 0, 'qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6'],
  ['bch', { coin: 'bitcoin-cash', network: 'main' }, 1, 'qp8sfdhgjlq68hlzka9lcsxtcnvuvnd0xqxugfzzc5'],
  ['bch', { coin: 'bitcoin-cash', network: 'main' }, 2, 'qqkuy34ntrye9a2h4xpdstcu4aq5wfrwscjtaphenr'],
  ['bch', { coin: 'bitcoin-cash', network: 'main' }, 3, 'qzcyvxr0e23d408u62ulf6cnspc0k4dyduy8kh77nc'],
  ['zpub', bitcoin, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['zpub', bitcoin, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
  ['zpub', bitcoin, 2, 'bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z'],
  ['zpub', bitcoin, 3, 'bc1qgl5vlg0zdl7yvprgxj9fevsc6q6x5dmcyk3cn3'],
  ['ypub', bitcoin, 0, '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'],
  ['ypub', bitcoin, 1, '3LtMnn87fqUeHBUG414p9CWwnoV6E2pNKS'],
  ['ypub', bitcoin, 2, '3B4cvWGR8X6Xs8nvTxVUoMJV77E4f7oaia'],
  ['ypub', bitcoin, 3, '38CahkVftQneLonbWtfWxiiaT2fdnzsEAN'],
  ['xpub', asP2pkh, 0, '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
  ['xpub', asP2pkh, 1, '1Ak8PffB2meyfYnbXZR9EGfLfFZVpzJvQP'],
  ['xpub', asP2pkh, 2, '1MNF5RSaabFwcbtJirJwKnDytsXXEsVsNb'],
  ['xpub', asP2pkh, 3, '1MVGa13XFvvpKGZdX389iU8b3qwtmAyrsJ'],
  ['taproot', { ...bitcoin, scriptType: 'p2tr' }, 0, 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['taproot', { ...bitcoin, scriptType: 'p2tr' }, 3, 'bc1py0vryk8aqusz65yzuudypggvswzkcpwtau8q0sjm0stctwup0xlqkkxler'],
  ['ltcZpub', { ...litecoin, scriptType: 'p2wpkh' }, 0, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ['ltcZpub', { ...litecoin, scriptType: 'p2wpkh' }, 1, 'ltc1qwlezpr3890hcp6vva9twqh27mr6edadreqvhnn'],
  ['ltcZpub', { ...litecoin, scriptType: 'p2wpkh' }, 2, 'ltc1qc6aucuznvhh9uvux246x24vf9y9ncfk729m92s'],
  ['ltcZpub', { ...litecoin, scriptType: 'p2wpkh' }, 3, 'ltc1qr4uckk3jjxtknw5mtqmtwvt87955rc7ays0hsh'],
  ['Mtub', litecoin, 0, 'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM'],
  ['Mtub', litecoin, 3, 'MCSVJ18GR3uNhrY46j9ocgS9RuSygeGvC5'],
  ['Ltub', { ...litecoin, scriptType: 'p2pkh' }, 0, 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez'],
  ['Ltub', { ...litecoin, scriptType: 'p2pkh' }, 3, 'LgbbqoBcNc8voAvrrk3ZyqCU3Y4H24aauc'],
  ['ltcZpub', { coin: 'litecoin', network: 'regtest' }, 0, 'rltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c23g5xdr'],
  ['ltcZpub', { coin: 'litecoin', network: 'regtest' }, 3, 'rltc1qr4uckk3jjxtknw5mtqmtwvt87955rc7akwdynr'],
])('the %s as %o has at %i the address of the operator’s wallet: %s', (name, options, index, address) => {
  const key = readAccountKey(keys[name], options);
  if ('because' in key) throw new Error(JSON.stringify(key));
  expect(deriveAddress(key, options, index)).toBe(address);
  expect(key.fingerprint).toMatch(/^[0-9a-f]{8}$/);
  expect(key.ending).toBe(keys[name].slice(-6));
});

describe('an input that is not an account’s public key is refused by its own message', () => {
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const child = HDKey.fromExtendedKey(keys.xpub).deriveChild(0).publicExtendedKey;
  const toImport = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ';
  test.each<[string, string, KeyOptions, string]>([
    ['a private key', keys.zprv, bitcoin, 'key_private'],
    ['a private key cut short', keys.zprv.slice(0, -8), bitcoin, 'key_private'],
    ['a private key spelled as a public one', spelled(keys.zprv, '04b24746'), bitcoin, 'key_private'],
    ['a key to import', toImport, bitcoin, 'key_private'],
    ['64 hex digits', 'ab'.repeat(32), bitcoin, 'key_private'],
    ['the words of a wallet', words, bitcoin, 'key_seed'],
    ['a truncated key', keys.zpub.slice(0, -1), bitcoin, 'xpub_malformed'],
    ['a wrong character', keys.zpub.replace('AijB', 'AjjB'), bitcoin, 'xpub_malformed'],
    ['several signers', spelled(keys.xpub, '02aa7ed3'), bitcoin, 'xpub_multisig'],
    ['tpub', spelled(keys.xpub, '043587cf'), { ...litecoin, scriptType: 'p2pkh' }, 'xpub_test_network'],
    ['the key of single addresses', child, asP2pkh, 'xpub_too_deep'],
  ])('%s', (_, typed, options, cause) => {
    expect(readAccountKey(typed, options)).toEqual({ field: 'xpub', because: cause });
  });

  test.each<[string, string, KeyOptions, object]>([
    ['Ltub for Bitcoin', keys.Ltub, asP2pkh, { reason: 'xpub_other_coin', params: { coin: 'Litecoin' } }],
    ['ypub for Litecoin', keys.ypub, litecoin, { reason: 'xpub_other_coin', params: { coin: 'Bitcoin' } }],
    ['zpub of another kind', keys.zpub, asP2pkh, { reason: 'xpub_other_script', params: { prefix: 'bc1q' } }],
  ])('%s is refused and its kind is named', (_, typed, options, cause) => {
    expect(readAccountKey(typed, options)).toMatchObject({ because: cause });
  });

  test('an xpub is refused without a kind', () => {
    expect(readAccountKey(keys.xpub, bitcoin)).toEqual({ field: 'scriptType', because: 'script_type_required' });
  });

  test('a deposit address is no secret', () => {
    const tron = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
    const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
    for (const address of ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', tron, ethereum])
      expect(secretIn(address)).toBeUndefined();
  });

  test('one key has one identity in every spelling', () => {
    const readAs = (key: string) => readAccountKey(key, { ...litecoin, scriptType: 'p2wpkh' });
    const { identity } = readAs(keys.ltcZpub) as { identity: string };
    expect(identity).toMatch(/^[0-9a-f]{64,}$/);
    expect(readAs(spelled(keys.ltcZpub, '019da462'))).toMatchObject({ identity });
  });
});

import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import { BoundedMap, remembered } from '#server/lib/remembered.ts';
import type { DepositScript, KeyCoin } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { reasonWith, type FilledReason, type Reason } from '#shared/kernel/reason.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { cashAddressOf } from '#shared/wallets/wallets.chain-checks.ts';
import details from './deposit-sources.keys.json' with { type: 'json' };

export type KeyNetwork = 'main' | 'regtest';

type Spelling = { coins: readonly KeyCoin[]; script?: DepositScript; isTest?: boolean };

/** Coins and script of an account key by its version bytes (SLIP-132). Bitcoin and Litecoin share zpub. */
// The types of JSON have a property of its own for each name, and none for the others.
const spellings = details.spellings as Readonly<Record<string, Spelling>>;
const { severalSigners, networks } = details;
const publicVersion = [0x04, 0x88, 0xb2, 0x1e];
const keyBytes = 78;
const accountDepth = 3;

const check58 = createBase58check(sha256);

/**
 * Returns why a text must never be sent here: it is a private key or the words of a wallet. Runs before any other
 * check.
 */
export function secretIn(input: string): Reason | undefined {
  const text = input.trim();
  const words = text.split(/\s+/);
  if ([12, 15, 18, 21, 24].includes(words.length) && words.every((word) => /^\p{L}+$/u.test(word))) return 'key_seed';
  const keyText = text.replaceAll(/\s/g, '');
  if (/^([a-zA-Z]prv|Ltpv|Mtpv|ttpv)[1-9A-HJ-NP-Za-km-z]+$/.test(keyText)) return 'key_private';
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(keyText) || isWalletImportFormat(keyText)) return 'key_private';
  const bytes = unchecked(keyText);
  // The first byte of a private key is 0 under any version.
  return bytes?.length === keyBytes && bytes[45] === 0 ? 'key_private' : undefined;
}

function isWalletImportFormat(keyText: string): boolean {
  if (!/^[5KLcT69][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(keyText)) return false;
  const length = tryDecode(() => base58.decode(keyText))?.length;
  return length === 37 || length === 38;
}

const unchecked = (keyText: string) => tryDecode(() => check58.decode(keyText));

export type AccountKey = {
  /** Text that the administrator typed. */
  text: string;
  scriptType: DepositScript;
  /** The first four bytes of the key's hash, as wallets show them. */
  fingerprint: string;
  ending: string;
  /** Equal for every spelling of this key. */
  identity: string;
};

type KeyProblem = { field: 'xpub' | 'scriptType'; because: Reason | FilledReason };
type KeyOptions = { coin: KeyCoin; network: KeyNetwork; scriptType?: DepositScript | undefined };

/** Reads the public key of an account, or returns its first problem. */
export function readAccountKey(input: string, { coin, network, scriptType }: KeyOptions): AccountKey | KeyProblem {
  const secret = secretIn(input);
  if (secret) return { field: 'xpub', because: secret };
  const text = input.replaceAll(/\s/g, '');
  const bytes = unchecked(text);
  const version = bytes?.length === keyBytes ? hex.encode(bytes.subarray(0, 4)) : '';
  if (severalSigners.includes(version)) return { field: 'xpub', because: 'xpub_multisig' };
  const spelling = spellings[version];
  const node = spelling && bytes && nodeOf(bytes);
  if (!spelling || !node) return { field: 'xpub', because: 'xpub_malformed' };
  const [owner = 'bitcoin'] = spelling.coins;
  if (!spelling.isTest && !spelling.coins.includes(coin)) {
    return { field: 'xpub', because: reasonWith('xpub_other_coin', { coin: chainDetails[owner].name }) };
  }
  if (spelling.isTest && !(network === 'regtest' && coin === 'litecoin')) {
    return { field: 'xpub', because: 'xpub_test_network' };
  }
  if (node.depth > accountDepth) return { field: 'xpub', because: 'xpub_too_deep' };
  const script = spelling.script ?? (coin === 'bitcoin-cash' ? 'p2pkh' : scriptType);
  if (!script) return { field: 'scriptType', because: 'script_type_required' };
  if (scriptType && scriptType !== script) {
    const prefix = prefixOf({ coin, network }, script);
    return { field: 'scriptType', because: reasonWith('xpub_other_script', { prefix }) };
  }
  const publicKey = node.publicKey ?? new Uint8Array();
  return {
    text,
    scriptType: script,
    fingerprint: hex.encode(ripemd160(sha256(publicKey)).subarray(0, 4)),
    ending: text.slice(-6),
    identity: hex.encode(Uint8Array.from([...(node.chainCode ?? []), ...publicKey])),
  };
}

/** Accounts by their key, and their branches: the curve is slow. */
const nodes = new BoundedMap<string, HDKey | undefined>(200);

/** The key in its plain public form, from any spelling; undefined if it is no point of the curve. */
function nodeOf(bytes: Uint8Array): HDKey | undefined {
  const plain = check58.encode(Uint8Array.from([...publicVersion, ...bytes.subarray(4)]));
  return remembered(nodes, plain, () => tryDecode(() => HDKey.fromExtendedKey(plain)));
}

/** The branch of an account whose addresses are shown to others. */
function branchOf(text: string): HDKey {
  const bytes = unchecked(text);
  const branch = bytes && remembered(nodes, `0 of ${text}`, () => nodeOf(bytes)?.deriveChild(0));
  if (!branch) throw new Error('A stored account key cannot be read.');
  return branch;
}

function prefixOf({ coin, network }: Pick<KeyOptions, 'coin' | 'network'>, script: DepositScript): string {
  if (coin === 'bitcoin-cash') return 'q';
  const { bech32 } = networks[coin][network];
  if (script === 'p2wpkh') return `${bech32}1q`;
  if (script === 'p2tr') return `${bech32}1p`;
  const isMain = network === 'main' || coin === 'bitcoin';
  const letters = coin === 'bitcoin' ? { 'p2sh-p2wpkh': '3', p2pkh: '1' } : { 'p2sh-p2wpkh': 'M', p2pkh: 'L' };
  return isMain ? letters[script] : { 'p2sh-p2wpkh': 'Q', p2pkh: 'm' }[script];
}

/** Derived addresses by key and index, because each reading of a chain asks for all that a wallet looks ahead. */
const derivedAddresses = new BoundedMap<string, string>(20_000);

/** The address at `0/index` of an account, derived once in this process. */
export function deriveAddress(
  key: Pick<AccountKey, 'text' | 'scriptType'>,
  keyOptions: Pick<KeyOptions, 'coin' | 'network'>,
  index: number,
): string {
  const id = [key.text, key.scriptType, keyOptions.coin, keyOptions.network, index].join(' ');
  return remembered(derivedAddresses, id, () => addressOf(key, keyOptions, index));
}

function addressOf(
  { text, scriptType }: Pick<AccountKey, 'text' | 'scriptType'>,
  { coin, network }: Pick<KeyOptions, 'coin' | 'network'>,
  index: number,
): string {
  const { publicKey } = branchOf(text).deriveChild(index);
  if (!publicKey) throw new Error('An account key has no public key.');
  if (coin === 'bitcoin-cash') return cashAddressOf(ripemd160(sha256(publicKey)));
  const chain = networks[coin][network];
  const { address } = {
    p2wpkh: () => p2wpkh(publicKey, chain),
    'p2sh-p2wpkh': () => p2sh(p2wpkh(publicKey, chain), chain),
    p2pkh: () => p2pkh(publicKey, chain),
    p2tr: () => p2tr(publicKey.subarray(1), undefined, chain),
  }[scriptType]();
  if (address === undefined) throw new Error('An address could not be derived.');
  return address;
}

function tryDecode<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

import { latinDigits } from '#shared/kernel/digits.ts';
import { reason, reasonWith, type FilledReason } from '#shared/kernel/reason.ts';
import { coinNetworks, hasDestinationTag } from '#shared/reference/coin-networks.ts';
import { base58Check, checkOf, isWholeForm } from './wallets.chain-checks.ts';
import { readPaymentLink } from './wallets.payment-link.ts';
import { unusableAddress, type UnusableReason } from './wallets.unusable.ts';

/**
 * Reasons why an address is refused: empty, not the form of the coin, the form with a wrong checksum, the contract of a
 * token, or an address that no key can spend from.
 */
export type AddressProblem = 'empty' | 'format' | 'checksum' | UnusableReason;

export type AddressCheck =
  | {
      ok: true;
      /** The address to store and show: without spaces, in the chain's own spelling. */
      address: string;
      /** True if a typing error could not have been detected: the letters carry no checksum. */
      unchecked: boolean;
      /** The destination tag that a payment link or an X-address named. */
      tag?: string;
    }
  | { ok: false; problem: AddressProblem };

/** The prefixes of a coin's addresses, as an administrator reads them; none for a coin that an operator added. */
export const prefixesOf = (cryptoId: string): readonly string[] => coinNetworks[cryptoId]?.address.prefixes ?? [];

/** Coins that are not in coin-networks.json need at least this many characters. */
const shortestAddress = 11;

/** Settings of the installation for checking an address. */
export type AddressRules = {
  /** With `regtest`, addresses of the coin's test network are valid too. */
  network?: 'main' | 'regtest';
  /** Contracts of the tokens that the installation reads: no wallet has their address. */
  contracts?: readonly string[];
};

const maxAddressLength = 200;

/**
 * Checks that coins of `cryptoId` could arrive at an address or payment link: format, checksum of the chain, and that a
 * wallet can have it. Coins that an operator added have no known chain, and no checksum.
 */
export function checkAddress(
  cryptoId: string,
  input: string,
  { network = 'main', contracts = [] }: AddressRules = {},
): AddressCheck {
  const link = readPaymentLink(cryptoId, input);
  if (!link || link.address.length > maxAddressLength) return { ok: false, problem: 'format' };
  if (!link.address) return { ok: false, problem: 'empty' };
  const result = checkForm(cryptoId, link.address, network);
  if (!result.ok) return result;
  const problem = unusableAddress(result.address, contracts);
  if (problem) return { ok: false, problem };
  return link.tag === null ? result : { ...result, tag: link.tag };
}

/** An address that is stored already, as it was typed or inside a link, with the tag in it. */
export function storedAddress(cryptoId: string, input: string): { address: string; tag: string | null } {
  const link = readPaymentLink(cryptoId, input);
  if (!link || link.address === input) return { address: input, tag: null };
  const check = checkAddress(cryptoId, input);
  return check.ok ? { address: check.address, tag: check.tag ?? null } : link;
}

function checkForm(cryptoId: string, address: string, network: 'main' | 'regtest'): AddressCheck {
  const form = coinNetworks[cryptoId]?.address;
  if (!form) {
    return address.length < shortestAddress ? { ok: false, problem: 'format' } : { ok: true, address, unchecked: true };
  }
  const regtest = form.family === 'base58' && network === 'regtest' ? form.regtest : undefined;
  const onRegtest = regtest && base58Check(regtest)(address);
  if (onRegtest) return { ok: true, ...onRegtest };
  if (!isWholeForm(form, address)) return { ok: false, problem: 'format' };
  const validAddress = checkOf(form)(address);
  return validAddress ? { ok: true, ...validAddress } : { ok: false, problem: 'checksum' };
}

/** Says why an address of the named coin is refused. */
export function addressRefusal(problem: AddressProblem, coin: string): FilledReason {
  if (problem === 'empty') return { reason: 'deposit_address_required' };
  if (problem === 'token') return { reason: 'address_is_token' };
  if (problem === 'unspendable') return { reason: 'address_unspendable' };
  return reasonWith('deposit_address_malformed', { coin });
}

const maxTag = 4_294_967_295n;
const maxMemoLength = 100;

const memoReasons = {
  missing: reason('destination_tag_required'),
  unwanted: reason('destination_tag_unknown'),
  malformed: reason('destination_tag_invalid'),
  differs: reason('destination_tag_differs'),
};

type MemoProblem = keyof typeof memoReasons;
export type MemoCheck = { ok: true; memo: string | null } | { ok: false; problem: MemoProblem };

/** Says why a memo or tag is refused. */
export function memoRefusal(problem: MemoProblem): FilledReason {
  return { reason: memoReasons[problem] };
}

type MemoRule = { id: string; requiresMemo: boolean };

/**
 * The memo or tag of a deposit address, required if the chain needs one. XRP's is a whole number of 32 bits. `name` is
 * the tag inside the typed address: it fills an empty field, and a filled one must be equal.
 */
export function checkMemo(rule: MemoRule, input: string, name = ''): MemoCheck {
  const check = checkMemoForm(rule, input.trim() || name);
  if (!check.ok || !name) return check;
  const inAddress = checkMemoForm(rule, name);
  return inAddress.ok && inAddress.memo !== check.memo ? { ok: false, problem: 'differs' } : inAddress;
}

function checkMemoForm({ id, requiresMemo }: MemoRule, memo: string): MemoCheck {
  if (!requiresMemo) return memo ? { ok: false, problem: 'unwanted' } : { ok: true, memo: null };
  if (!memo) return { ok: false, problem: 'missing' };
  if (!hasDestinationTag(id))
    return memo.length <= maxMemoLength ? { ok: true, memo } : { ok: false, problem: 'malformed' };
  const digits = latinDigits(memo);
  const isTag = /^\d{1,10}$/.test(digits) && BigInt(digits) <= maxTag;
  // One spelling for each tag: 007 and 7 are the same deposit.
  return isTag ? { ok: true, memo: BigInt(digits).toString() } : { ok: false, problem: 'malformed' };
}

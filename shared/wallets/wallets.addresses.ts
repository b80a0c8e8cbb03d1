import { latinDigits } from '#shared/kernel/digits.ts';
import { filled, type FilledReason } from '#shared/kernel/reason.ts';
import { chainChecks, litecoinRegtest } from './wallets.chain-checks.ts';
import { readPaymentLink } from './wallets.payment-link.ts';
import prefixes from './wallets.prefixes.json' with { type: 'json' };
import { unusableAddress, type Unusable } from './wallets.unusable.ts';

/**
 * Why an address is refused: nothing there, not the form of the coin, the form without its checksum, the contract of a token,
 * or one from which no key can spend.
 */
export type AddressProblem = 'empty' | 'format' | 'checksum' | Unusable;

export type AddressCheck =
  | {
      ok: true;
      /** The address to store and show: without spaces, in the chain's own spelling. */
      address: string;
      /** True where a typo could not have been noticed: the letters carry no checksum. */
      unchecked: boolean;
      /** The destination tag that a payment link or an X-address named. */
      tag?: string;
    }
  | { ok: false; problem: AddressProblem };

const evm = (address: string) => address.startsWith('0x') && address.length === 42;
const tron = (address: string) => address.startsWith('T') && address.length >= 34;

/** Address formats; coins that are not here need more than ten characters. */
const formats: Readonly<Record<string, (address: string) => boolean>> = {
  bitcoin: (address) => /^(bc1|BC1|1|3)/.test(address),
  ethereum: evm,
  'usdt-erc20': evm,
  binancecoin: evm,
  'usdt-trc20': tron,
  tron,
  litecoin: (address) => /^(ltc1|LTC1|L|M)/.test(address),
  ripple: (address) => address.startsWith('r') && address.length >= 25,
  'bitcoin-cash': (address) => /^[qpQP]/.test(address),
};

export const addressPrefixes: Readonly<Record<string, readonly string[]>> = prefixes;

/** Settings of the installation that an address is checked by. */
export type AddressRules = {
  /** With `regtest`, Litecoin's addresses may be those of that network too. */
  network?: 'main' | 'regtest';
  /** Contracts of the tokens that the installation reads: no wallet has their address. */
  contracts?: readonly string[];
};

const maxAddressLength = 200;

/**
 * Checks that coins of `cryptoId` could arrive at what was typed, an address or a payment link: its format, the real checksum
 * of the chain, and that a wallet can have it. Coins that an operator added have no known chain here, so their addresses carry
 * no checksum.
 */
export function checkAddress(
  cryptoId: string,
  typed: string,
  { network = 'main', contracts = [] }: AddressRules = {},
): AddressCheck {
  const link = readPaymentLink(cryptoId, typed);
  if (!link || link.address.length > maxAddressLength) return { ok: false, problem: 'format' };
  if (!link.address) return { ok: false, problem: 'empty' };
  const found = checkForm(cryptoId, link.address, network);
  if (!found.ok) return found;
  const problem = unusableAddress(found.address, contracts);
  if (problem) return { ok: false, problem };
  return link.tag === null ? found : { ...found, tag: link.tag };
}

/** An address that is stored already, as it was typed or inside a link, with the tag in it. */
export function storedAddress(cryptoId: string, typed: string): { address: string; tag: string | null } {
  const link = readPaymentLink(cryptoId, typed);
  if (!link || link.address === typed) return { address: typed, tag: null };
  const check = checkAddress(cryptoId, typed);
  return check.ok ? { address: check.address, tag: check.tag ?? null } : link;
}

function checkForm(cryptoId: string, address: string, network: 'main' | 'regtest'): AddressCheck {
  const onRegtest = cryptoId === 'litecoin' && network === 'regtest' ? litecoinRegtest(address) : undefined;
  if (onRegtest) return { ok: true, ...onRegtest };
  const format = formats[cryptoId] ?? ((text) => text.length > 10);
  if (!format(address)) return { ok: false, problem: 'format' };
  const check = chainChecks[cryptoId];
  if (!check) return { ok: true, address, unchecked: true };
  const valid = check(address);
  return valid ? { ok: true, ...valid } : { ok: false, problem: 'checksum' };
}

/** Says why an address of the named coin is refused. */
export function addressRefusal(problem: AddressProblem, coin: string): FilledReason {
  if (problem === 'empty') return { reason: 'deposit_address_required' };
  if (problem === 'token') return { reason: 'address_is_token' };
  if (problem === 'unspendable') return { reason: 'address_unspendable' };
  return filled('deposit_address_malformed', { coin });
}

const maxTag = 4_294_967_295n;
const maxMemoLength = 100;

export type MemoCheck =
  | { ok: true; memo: string | null }
  | { ok: false; problem: 'missing' | 'unwanted' | 'malformed' | 'differs' };

type MemoRule = { id: string; requiresMemo: boolean };

/**
 * The memo or tag of a deposit address, required where the chain needs one. XRP's is a whole number of 32 bits. `named` is the
 * tag inside the address that was typed: it fills an empty field, and a filled one must say the same.
 */
export function checkMemo(rule: MemoRule, typed: string, named = ''): MemoCheck {
  const check = checkMemoForm(rule, typed.trim() || named);
  if (!check.ok || !named) return check;
  const inAddress = checkMemoForm(rule, named);
  return inAddress.ok && inAddress.memo !== check.memo ? { ok: false, problem: 'differs' } : inAddress;
}

function checkMemoForm({ id, requiresMemo }: MemoRule, memo: string): MemoCheck {
  if (!requiresMemo) return memo ? { ok: false, problem: 'unwanted' } : { ok: true, memo: null };
  if (!memo) return { ok: false, problem: 'missing' };
  if (id !== 'ripple') return memo.length <= maxMemoLength ? { ok: true, memo } : { ok: false, problem: 'malformed' };
  const digits = latinDigits(memo);
  const isTag = /^\d{1,10}$/.test(digits) && BigInt(digits) <= maxTag;
  // One spelling a tag: 007 and 7 are the same deposit.
  return isTag ? { ok: true, memo: BigInt(digits).toString() } : { ok: false, problem: 'malformed' };
}

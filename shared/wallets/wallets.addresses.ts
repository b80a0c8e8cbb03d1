import { chainChecks, litecoinRegtest } from './wallets.chain-checks.ts';
import prefixes from './wallets.prefixes.json' with { type: 'json' };

/** Why an address is refused: nothing there, not the form of the coin, or the form without its checksum. */
export type AddressProblem = 'empty' | 'format' | 'checksum';

export type AddressCheck =
  | {
      ok: true;
      /** The address to store and show: without spaces, in the chain's own spelling. */
      address: string;
      /** True where a typo could not have been noticed: the letters carry no checksum. */
      unchecked: boolean;
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

/**
 * Checks that coins of `cryptoId` could arrive at the typed address: its format, then the real checksum of the chain.
 * Coins that an operator added have no known chain here, so their addresses are never checked. With the network
 * `regtest`, Litecoin's addresses may be those of that network too.
 */
export function checkAddress(cryptoId: string, typed: string, network: 'main' | 'regtest' = 'main'): AddressCheck {
  // Wallets and chats break long addresses; no address has a space. A payment link may precede a cash address.
  const written = typed.replace(/\s/g, '');
  const address = cryptoId === 'bitcoin-cash' ? written.replace(/^bitcoincash:/i, '') : written;
  if (!address) return { ok: false, problem: 'empty' };
  const onRegtest = cryptoId === 'litecoin' && network === 'regtest' ? litecoinRegtest(address) : undefined;
  if (onRegtest) return { ok: true, ...onRegtest };
  const format = formats[cryptoId] ?? ((text) => text.length > 10);
  if (!format(address)) return { ok: false, problem: 'format' };
  const check = chainChecks[cryptoId];
  if (!check) return { ok: true, address, unchecked: true };
  const valid = check(address);
  return valid ? { ok: true, ...valid } : { ok: false, problem: 'checksum' };
}

const maxTag = 4_294_967_295n;
const maxMemoLength = 100;

export type MemoCheck =
  | { ok: true; memo: string | null }
  | { ok: false; problem: 'missing' | 'unwanted' | 'malformed' };

/** The memo or tag of a deposit address, required where the chain needs one. XRP's is a whole number of 32 bits. */
export function checkMemo({ id, requiresMemo }: { id: string; requiresMemo: boolean }, typed: string): MemoCheck {
  const memo = typed.trim();
  if (!requiresMemo) return memo ? { ok: false, problem: 'unwanted' } : { ok: true, memo: null };
  if (!memo) return { ok: false, problem: 'missing' };
  if (id !== 'ripple') return memo.length <= maxMemoLength ? { ok: true, memo } : { ok: false, problem: 'malformed' };
  const isTag = /^\d{1,10}$/.test(memo) && BigInt(memo) <= maxTag;
  // One spelling a tag: 007 and 7 are the same deposit.
  return isTag ? { ok: true, memo: BigInt(memo).toString() } : { ok: false, problem: 'malformed' };
}

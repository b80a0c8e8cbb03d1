import { base58xrp } from '@scure/base';
import { coinNetworks } from '#shared/reference/coin-networks.ts';
import { base58HashOf, witnessProgramOf } from './wallets.chain-checks.ts';
import listed from './wallets.unusable.json' with { type: 'json' };

/** An address whose checksum is right and to which coins must never be sent. */
export type UnusableReason = 'token' | 'unspendable';

// Letters of an address of the Ethereum family may be of either case; two addresses of one spelling are one of no
// chain.
const spellingOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

const shippedContracts = Object.values(coinNetworks).flatMap(({ contract }) => contract ?? []);

/**
 * Contracts of the tokens that we buy and of others that represent a coin that we buy: USD Coin, wrapped ETH, BNB and
 * TRX.
 */
const tokens = new Set([...shippedContracts, ...listed.tokens].map(spellingOf));

/** Addresses that were made to burn coins, and accounts of the XRP Ledger whose key is public or cannot exist. */
const unspendableAddresses = new Set(listed.unspendable.map(spellingOf));

/**
 * The number of equal bytes that no hash has by chance: all but the last two are equal in zero and precompiled
 * addresses.
 */
const endBytes = 2;
const hashBytes = 20;

/**
 * The reason why coins sent to a valid address would be lost: it is a token's own contract, or no key can spend from
 * it. `contracts` are those that this installation reads. Undefined for an address that a wallet can have.
 */
export function unusableAddress(address: string, contracts: readonly string[] = []): UnusableReason | undefined {
  const text = spellingOf(address);
  if (tokens.has(text) || contracts.some((contract) => spellingOf(contract) === text)) return 'token';
  return unspendableAddresses.has(text) || isConstant(address) ? 'unspendable' : undefined;
}

function isConstant(address: string): boolean {
  // A Bitcoin Cash address starts with a letter for its kind; 27 letters q after it are 135 zero bits.
  if (/^[qp]q{27}/i.test(address)) return true;
  const hash = hashOf(address);
  if (!hash || hash.length < hashBytes) return false;
  return hash.subarray(0, -endBytes).every((byte) => byte === hash[0]);
}

/** The hash behind an address of any chain; undefined where the text has none. */
function hashOf(address: string): Uint8Array | undefined {
  if (/^0x[0-9a-f]{40}$/i.test(address))
    return Uint8Array.from(address.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const base58Hash = base58HashOf(address) ?? base58HashOf(address, base58xrp);
  return base58Hash?.hash ?? witnessProgramOf(address)?.program;
}

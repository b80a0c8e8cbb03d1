import details from './coin-networks.json' with { type: 'json' };

/** Version bytes of base58 addresses and, where the coin has witness addresses, their bech32 prefix. */
export type Base58Form = { versions: readonly number[]; bech32?: string };

/**
 * The form of an address. `prefixes` are shown to the administrator; an address that is shorter than `minLength` is
 * incomplete. `regtest` is the test network of a node on the operator's own machine.
 */
export type AddressForm = { prefixes: readonly string[]; minLength?: number } & (
  | ({ family: 'base58'; regtest?: Base58Form } & Base58Form)
  | { family: 'evm' }
  | { family: 'xrpl' }
  | { family: 'cash' }
);

/** The form of the payment links that wallets use for the coin. */
export type LinkForm = {
  /** Schemes before the colon, in lower case: the standard's first, then those that wallets write. */
  names: readonly string[];
  /** The form of our own links; without one we use the bare address. */
  form?: 'bip21' | 'eip681';
  /** The number of the chain behind an @ (EIP-681). */
  chainId?: string;
};

export type CoinNetwork = {
  /** A name of chains.json. */
  chain: string;
  /** The contract of a token of the Ethereum family on the main network. */
  contract?: string;
  address: AddressForm;
  link: LinkForm;
  /** The deposit address of a new installation, until the operator sets one. */
  sample: { address: string; memo: string | null };
};

/** The network and address form of each shipped coin, by its id. */
// The types of JSON have each text as `string`.
export const coinNetworks: Readonly<Record<string, CoinNetwork>> = details as Record<string, CoinNetwork>;

/** True for a coin whose deposits are distinguished by the 32-bit destination tag of the XRP Ledger. */
export function hasDestinationTag(coinId: string): boolean {
  return coinNetworks[coinId]?.address.family === 'xrpl';
}

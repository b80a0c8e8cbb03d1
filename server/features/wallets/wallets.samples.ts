import { coinNetworks } from '#shared/reference/coin-networks.ts';

/** A coin's wallet in a new installation, until its own address is set. */
export type SampleWallet = { address: string; memo: string | null };

/**
 * Deposit addresses without a known private key. The 20 bytes behind each are the beginning of SHA-256('Landfall SAMPLE
 * deposit address, replace before use: <coin id>'): no key is known whose hash they would be. Each is encoded in its
 * chain's format with a valid checksum, so every later check of an address accepts it. They are marked as samples in
 * the database and on screen, and stay inactive in production.
 */
export const sampleWallets: Readonly<Record<string, SampleWallet>> = Object.fromEntries(
  Object.entries(coinNetworks).map(([id, { sample }]) => [id, sample]),
);

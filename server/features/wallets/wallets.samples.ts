/** A coin's wallet in a new installation, until its own address is set. */
export type SampleWallet = { address: string; memo: string | null };

/**
 * Deposit addresses without a known private key. The 20 bytes behind each are the beginning of SHA-256('Landfall SAMPLE
 * deposit address, replace before use: <coin id>'): no key is known whose hash they would be. Each is encoded in its
 * chain's format with a valid checksum, so every later check of an address accepts it. They are marked as samples in
 * the database and on screen, and stay inactive in production.
 */
export const sampleWallets: Readonly<Record<string, SampleWallet>> = {
  bitcoin: { address: 'bc1qv0gmvrfg5evrjmrwqwrr346qs335yaz5scd50m', memo: null },
  ethereum: { address: '0x21640bD3FDEC2425D8AAFcdf172c70f1b6c74F8F', memo: null },
  'usdt-trc20': { address: 'TXCR7GPKzYdenAwQNJcbL3FFFCrizn8oZw', memo: null },
  tron: { address: 'TTzP3RTvuD6NESM2niwYEkearBrnHc7uAB', memo: null },
  litecoin: { address: 'ltc1qdf8mdvacnkj9cst6p56pskl0pawqez0zjycv9h', memo: null },
  ripple: { address: 'rHnF8Hju2dKk53cbMccvcHqfejxc83o1rq', memo: '1000001' },
  'bitcoin-cash': { address: 'qqdfsvv3g4u9jd9s7heyeqrmezqp2uk5y5dacjq4lw', memo: null },
  'usdt-erc20': { address: '0x9f6A98ed0db85Cb7b4a8B58A04B2190ed825841a', memo: null },
  binancecoin: { address: '0xc05Babb3fE59089DEB6BEa7020c2227e5d350aa1', memo: null },
};

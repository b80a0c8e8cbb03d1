import { describe, expect, test } from 'vitest';
import { feeCoinOf } from '#shared/reference/chains.ts';
import { coins } from '#shared/reference/coins.ts';
import { checkAddress, checkMemo, prefixesOf, storedAddress } from './wallets.addresses.ts';
import { cashAddressOf } from './wallets.chain-checks.ts';
import { addressSearch } from './wallets.payment-link.ts';
import { splitXAddress, xAddressOf } from './wallets.x-address.ts';

/** Words separated by spaces or line breaks. */
const list = (words: string) => words.trim().split(/\s+/);

/**
 * Addresses from the standards (BIP-84, 86, 173, 350, EIP-55, the cash address tables, the XRP Ledger), or well known
 * on chain.
 */
const publishedAddresses: Record<string, string[]> = {
  bitcoin: list(`
    1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
    16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy 31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw
    BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
    bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0
    bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr
    bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y BC1SW50QGDZ25J
    bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs`),
  litecoin: list(`
    LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441
    ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9`),
  ethereum: list(`
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
    0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb`),
  tron: list(`
    TXCR7GPKzYdenAwQNJcbL3FFFCrizn8oZw TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7 TTzP3RTvuD6NESM2niwYEkearBrnHc7uAB`),
  ripple: list(`
    rHnF8Hju2dKk53cbMccvcHqfejxc83o1rq rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf`),
  'bitcoin-cash': list(`
    qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy
    qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq
    pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37
    qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2 q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0
    qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz
    qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake`),
};

/** Coins on one chain share its addresses. */
const publishedOf = (coin: string) => publishedAddresses[feeCoinOf(coin)] ?? publishedAddresses.ethereum ?? [];

const pairsOf = (lists: Record<string, string[]>) =>
  Object.entries(lists).flatMap(([coin, addresses]) => addresses.map((address): [string, string] => [coin, address]));

test.each(coins.map(({ id }) => id))('every published address of %s is accepted', (coin) => {
  expect(publishedOf(coin).length).toBeGreaterThan(2);
  for (const address of publishedOf(coin)) {
    expect(checkAddress(coin, address)).toMatchObject({ ok: true, unchecked: false });
    expect(prefixesOf(coin).some((start) => address.toLowerCase().startsWith(start.toLowerCase()))).toBe(true);
  }
});

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

test.each(pairsOf(publishedAddresses))(
  'an address of %s with a mistyped, missing or doubled character is refused: %s',
  (coin, address) => {
    const at = Array.from(address, (_, index) => index);
    const typos = at.flatMap((index) => [
      ...Array.from(alphabet, (sign) => address.slice(0, index) + sign + address.slice(index + 1)),
      address.slice(0, index) + address.slice(index + 1),
      address.slice(0, index) + address.charAt(index) + address.slice(index),
    ]);
    const acceptedTypos = typos.filter((typo) => {
      const check = checkAddress(coin, typo);
      // An address that could not be checked needs the administrator's confirmation.
      return typo !== address && check.ok && !check.unchecked;
    });
    expect(acceptedTypos).toEqual([]);
  },
);

/** From BIP-173 and BIP-350: wrong checksum kind, version, length, case, padding, prefix; and of other chains. */
const invalidAddresses: Record<string, string[]> = {
  bitcoin: list(`
    tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd
    bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2
    BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R bc1rw5uspcuh bc1pw5dgrnzv
    bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90
    BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du
    bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf bc1gmk9yu
    bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4 ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9
    mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn`),
  litecoin: list('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
  ethereum: list(`
    TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe
    0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0xZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ`),
  'usdt-trc20': list('0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  ripple: list('TVE26TYGhfLC7tQDno7G8dGtxSkYQnSz1uDimDdPYXzSpyw 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
  'bitcoin-cash': list(`
    1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t
    qpm2qsznhks23z7629mms6s4cwef74vcwvY22GDX6A`),
  'some-new-coin': list('tenletters'),
};

test.each([...pairsOf(invalidAddresses), ['tron', 'T'.repeat(34)], ['bitcoin', ''], ['bitcoin', ' \n ']])(
  'an address of another chain or another form is refused: %s, %s',
  (coin, address) => {
    expect(checkAddress(coin, address).ok).toBe(false);
  },
);

test('an address in one case is accepted with a warning, in the spelling with a checksum', () => {
  const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const lowerAddress = address.toLowerCase();
  const accepted = { ok: true, address, unchecked: true };
  expect(checkAddress('ethereum', lowerAddress)).toEqual(accepted);
  expect(checkAddress('ethereum', `0x${lowerAddress.slice(2).toUpperCase()}`)).toEqual(accepted);
  // Two of the test vectors of EIP-55 happen to be in one case.
  for (const vector of ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0xde709f2102306220921060314715629080e2fb77']) {
    expect(checkAddress('ethereum', vector)).toEqual({ ok: true, address: vector, unchecked: true });
  }
  expect(checkAddress('some-new-coin', 'elevenchars')).toMatchObject({ ok: true, unchecked: true });
});

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ltc = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';
const tronWallet = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const xrp = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';

test.each([
  ['bitcoin', `bitcoin:${bech32}`, bech32],
  ['bitcoin', `BITCOIN:${bech32.toUpperCase()}?amount=0.1&lightning=LNBC10U1P3`, bech32],
  ['bitcoin', `bitcoin://${bech32}?label=a%20b`, bech32],
  ['bitcoin', `${bech32}?amount=1`, bech32],
  ['litecoin', `litecoin:${ltc}?amount=0.1&message=50%`, ltc],
  ['bitcoin-cash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1', undefined],
  ['ethereum', `ethereum:${evm}`, evm],
  ['ethereum', `ethereum:pay-${evm}@1?value=2.014e18`, evm],
  ['usdt-erc20', `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evm}&uint256=1`, evm],
  ['binancecoin', `ethereum:${evm}@56?value=1`, evm],
  ['binancecoin', `smartchain:${evm}`, evm],
  ['tron', `tron:${tronWallet}?amount=5`, tronWallet],
  ['usdt-trc20', `TRON:${tronWallet}`, tronWallet],
  ['bitcoin', `\u2066${bech32}\u2069`, bech32],
])('the address is read from a payment link of %s: %s', (coin, link, address) => {
  expect(checkAddress(coin, link)).toMatchObject({ ok: true, ...(address && { address }) });
});

test.each([
  [`${xrp}?dt=33722`, '33722'],
  [`ripple:${xrp}?amount=5&dt=7`, '7'],
  [`xrpl:${xrp}?tag=4294967295`, '4294967295'],
  [`${xrp}?DestinationTag=0`, '0'],
  ['XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw', '65591'],
  ['ripple:XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb?dt=5', '5'],
  ['XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb', undefined],
  [`xrp:${xrp}`, undefined],
])('a link of the XRP Ledger names its tag: %s', (link, tag) => {
  expect(checkAddress('ripple', link)).toEqual({ ok: true, address: xrp, unchecked: false, tag });
});

test.each([
  [`bitcoin:${bech32}`, bech32],
  [`BITCOIN:${bech32}?amount=0.1`, bech32],
  [`litecoin:${ltc}?amount=0.1&label=${'x'.repeat(200)}`, ltc],
  [`ethereum:${evm}@1?value=2e18`, evm],
  [`ethereum:${evm}@56`, evm],
  [`tron:${tronWallet}?amount=5`, tronWallet],
  [`ripple:${xrp}?dt=7`, xrp],
  [`${xrp}?dt=33722`, xrp],
  [`${bech32}?amount=1`, bech32],
  ['XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw', xrp],
  [bech32, bech32],
  ['Ada Obi?', 'Ada Obi?'],
  ['bitcoin: who pays?', 'bitcoin: who pays?'],
  ['ada+a:b@example.com', 'ada+a:b@example.com'],
  ['LF-7K3M-Q2', 'LF-7K3M-Q2'],
])('a search by %s finds %s', (input, searchTexts) => {
  expect(addressSearch.parse(input)).toBe(searchTexts);
});

test('a search by a long text that is not a link is refused', () => {
  expect(addressSearch.safeParse('x'.repeat(101)).success).toBe(false);
});

test('a stored address is found by a link, and by its stored text in any form', () => {
  expect(storedAddress('ripple', `${xrp}?dt=7`)).toEqual({ address: xrp, tag: '7' });
  expect(storedAddress('ethereum', `ethereum:${evm.toLowerCase()}`)).toEqual({ address: evm, tag: null });
  expect(storedAddress('ethereum', evm.toLowerCase())).toEqual({ address: evm.toLowerCase(), tag: null });
  expect(storedAddress('bitcoin', 'SampleAddress')).toEqual({ address: 'SampleAddress', tag: null });
});

test.each([
  ['bitcoin', `litecoin:${bech32}`],
  ['litecoin', `bitcoin:${ltc}`],
  ['ethereum', `ethereum:${evm}@56`],
  ['binancecoin', `ethereum:${evm}@1`],
  ['ethereum', `ethereum:${evm}@1/approve?address=${evm}`],
  ['usdt-erc20', 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?uint256=1'],
  ['bitcoin', `bitcoin:${bech32}?req-sender=x`],
  ['bitcoin', 'bitcoin:?amount=1'],
  ['ripple', 'XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw?dt=7'],
  ['bitcoin', `https://example.com/${bech32}`],
])('a link of another coin or chain, or with further requests, is refused: %s %s', (coin, link) => {
  expect(checkAddress(coin, link).ok).toBe(false);
});

test.each([
  ['usdt-erc20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'token'],
  ['ethereum', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'token'],
  ['usdt-erc20', 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1', 'token'],
  ['ethereum', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'token'],
  ['usdt-erc20', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'token'],
  ['binancecoin', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'token'],
  ['binancecoin', '0x55d398326f99059fF775485246999027B3197955', 'token'],
  ['ethereum', '0xB8c77482e45F1F44dE1745F52C74426C631bDD52', 'token'],
  ['usdt-trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'token'],
  ['tron', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', 'token'],
  ['some-new-coin', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'token'],
  ['ethereum', '0x0000000000000000000000000000000000000000', 'unspendable'],
  ['ethereum', '0x000000000000000000000000000000000000dEaD', 'unspendable'],
  ['binancecoin', '0x0000000000000000000000000000000000000001', 'unspendable'],
  ['usdt-erc20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'unspendable'],
  ['ethereum', '0xffffffffffffffffffffffffffffffffffffffff', 'unspendable'],
  ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'unspendable'],
  ['bitcoin', '1111111111111111111114oLvT2', 'unspendable'],
  ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE', 'unspendable'],
  ['bitcoin', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr', 'unspendable'],
  ['bitcoin', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqthqst8', 'unspendable'],
  ['bitcoin-cash', cashAddressOf(new Uint8Array(20)), 'unspendable'],
  ['ripple', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'unspendable'],
  ['ripple', 'rrrrrrrrrrrrrrrrrrrrBZbvji', 'unspendable'],
  ['ripple', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ', 'unspendable'],
  ['ripple', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd', 'unspendable'],
  ['ripple', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh?dt=7', 'unspendable'],
])('a valid address that no wallet can have is refused with its reason: %s %s', (coin, address, problem) => {
  expect(checkAddress(coin, address)).toEqual({ ok: false, problem });
});

test('a contract that this installation reads is not accepted as an address', () => {
  const contracts = [evm.toLowerCase()];
  expect(checkAddress('ethereum', evm, { contracts })).toEqual({ ok: false, problem: 'token' });
});

test('an address is read without the text that wallets and chats write around it', () => {
  const cash = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
  for (const [coin, input, address] of [
    ['bitcoin', ' bc1qw508d6qejxtdg4y5r3\nzarvary0c5xw7kv8f3t4 ', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin-cash', `BITCOINCASH:${cash.toUpperCase()}`, cash],
  ] as const)
    expect(checkAddress(coin, input)).toMatchObject({ address });
});

describe('a destination tag', () => {
  const xrp = { id: 'ripple', requiresMemo: true };

  test('is required for XRP, as a whole number of 32 bits in one spelling', () => {
    expect(checkMemo(xrp, ' 1000001 ')).toEqual({ ok: true, memo: '1000001' });
    expect(checkMemo(xrp, '4294967295')).toEqual({ ok: true, memo: '4294967295' });
    expect(checkMemo(xrp, '0007')).toEqual({ ok: true, memo: '7' });
    expect(checkMemo(xrp, '')).toEqual({ ok: false, problem: 'missing' });
    for (const invalidTag of ['4294967296', '-1', '1.5', '0x10', 'abc', '12345678901']) {
      expect(checkMemo(xrp, invalidTag)).toEqual({ ok: false, problem: 'malformed' });
    }
  });

  test('inside the address fills the field, and must not differ from it', () => {
    expect(checkMemo(xrp, '', '33722')).toEqual({ ok: true, memo: '33722' });
    expect(checkMemo(xrp, '007', '7')).toEqual({ ok: true, memo: '7' });
    expect(checkMemo(xrp, '8', '7')).toEqual({ ok: false, problem: 'differs' });
  });

  test('is refused if the chain has none, and free text if an operator’s coin requires one', () => {
    expect(checkMemo({ id: 'bitcoin', requiresMemo: false }, '')).toEqual({ ok: true, memo: null });
    expect(checkMemo({ id: 'bitcoin', requiresMemo: false }, '1')).toEqual({ ok: false, problem: 'unwanted' });
    expect(checkMemo({ id: 'some-new-coin', requiresMemo: true }, 'alias-7')).toEqual({ ok: true, memo: 'alias-7' });
    expect(checkMemo({ id: 'some-new-coin', requiresMemo: true }, 'x'.repeat(101))).toMatchObject({ ok: false });
  });
});

describe('an X-address', () => {
  const address = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';

  test.each([
    [null, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb'],
    [0, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc'],
    [1, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDC'],
    [65_591, 'XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw'],
    [4_294_967_295, 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'],
  ])('with the tag %s equals the one that the ledger publishes for it', (tag, xAddress) => {
    expect(xAddressOf(address, tag)).toBe(xAddress);
    expect(splitXAddress(xAddress)).toEqual({ address, tag: tag === null ? null : String(tag) });
  });

  test('is refused with a tag beyond 32 bits, of the test network or with a typing error', () => {
    expect(xAddressOf(address, 4_294_967_296)).toBeUndefined();
    expect(splitXAddress('TVE26TYGhfLC7tQDno7G8dGtxSkYQnSz1uDimDdPYXzSpyw')).toBeUndefined();
    expect(splitXAddress('XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDD')).toBeUndefined();
    expect(splitXAddress(address)).toBeUndefined();
  });
});

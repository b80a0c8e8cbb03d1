import { toUnits, unitOf, type Amount } from '#shared/kernel/money.ts';

/** A wallet fills in its send screen from this. */
export type Payment = { cryptoId: string; address: string; memo: string | null; amount: Amount<'coin'> };

const tetherOnEthereum = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** An amount in the coin's smallest unit, as EIP-681 wants it. */
const inUnits = (amount: Amount<'coin'>, decimals: number) => toUnits(amount, unitOf('coin', decimals));

const schemes: Readonly<Record<string, (payment: Payment) => string>> = {
  bitcoin: ({ address, amount }) => `bitcoin:${address}?amount=${amount.toFixed()}`,
  litecoin: ({ address, amount }) => `litecoin:${address}?amount=${amount.toFixed()}`,
  'bitcoin-cash': ({ address, amount }) => `bitcoincash:${address}?amount=${amount.toFixed()}`,
  ripple: ({ address, memo, amount }) =>
    `ripple:${address}?amount=${amount.toFixed()}${memo ? `&dt=${encodeURIComponent(memo)}` : ''}`,
  ethereum: ({ address, amount }) => `ethereum:${address}@1?value=${inUnits(amount, 18)}`,
  binancecoin: ({ address, amount }) => `ethereum:${address}@56?value=${inUnits(amount, 18)}`,
  'usdt-erc20': ({ address, amount }) =>
    `ethereum:${tetherOnEthereum}@1/transfer?address=${address}&uint256=${inUnits(amount, 6)}`,
  tron: ({ address, amount }) => `tron:${address}?amount=${amount.toFixed()}`,
};

/**
 * The payment link behind the QR code: BIP-21 for Bitcoin and its kin, EIP-681 for the Ethereum family, the usual
 * ripple: link with its destination tag. Where wallets agree on no form (TRC-20 tokens, coins the operator added) it is the
 * bare address, which every wallet reads: an amount of the wrong token would be worse than none.
 */
export function paymentUri(payment: Payment): string {
  return schemes[payment.cryptoId]?.(payment) ?? payment.address;
}

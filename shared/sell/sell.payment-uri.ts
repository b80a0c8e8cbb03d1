import { toUnits, unitOf, type Amount } from '#shared/kernel/money.ts';
import { coinNetworks } from '#shared/reference/coin-networks.ts';
import { coinById } from '#shared/reference/coins.ts';

/** The parts from which a wallet fills in its send screen. */
export type Payment = { cryptoId: string; address: string; memo: string | null; amount: Amount<'coin'> };

/**
 * The payment link of the QR code: BIP-21 for Bitcoin and related coins, EIP-681 for Ethereum's, ripple: with its tag.
 * Where wallets agree on no form (TRC-20, added coins) the bare address: a wrong token would be worse.
 */
export function paymentUri(payment: Payment): string {
  const form = coinNetworks[payment.cryptoId]?.link.form;
  if (form === 'bip21') return bip21Uri(payment);
  if (form === 'eip681') return eip681Uri(payment);
  return payment.address;
}

function bip21Uri({ cryptoId, address, memo, amount }: Payment): string {
  const scheme = coinNetworks[cryptoId]?.link.names[0] ?? '';
  const tag = memo ? `&dt=${encodeURIComponent(memo)}` : '';
  return `${scheme}:${address}?amount=${amount.toFixed()}${tag}`;
}

/** EIP-681 counts in the smallest unit of the coin; a token is sent by a call of its contract. */
function eip681Uri({ cryptoId, address, amount }: Payment): string {
  const { contract, link } = coinNetworks[cryptoId] ?? {};
  const units = toUnits(amount, unitOf('coin', coinById(cryptoId)?.decimals ?? 0));
  if (!contract) return `ethereum:${address}@${link?.chainId}?value=${units}`;
  return `ethereum:${contract}@${link?.chainId}/transfer?address=${address}&uint256=${units}`;
}

import { text } from '#shared/kernel/fields.ts';
import type { Reason } from '#shared/kernel/reason.ts';
import { coinNetworks, hasDestinationTag } from '#shared/reference/coin-networks.ts';
import { maxLinkLength, maxSearchLength } from '#shared/reference/search-lengths.ts';
import { splitXAddress } from './wallets.x-address.ts';

/** A parsed link: the address with the link's further data. */
export type PaymentLink = {
  address: string;
  /** The destination tag inside a link or an X-address; null without one. */
  tag: string | null;
};

const tagNames = ['dt', 'tag', 'destinationtag', 'destination_tag'];

/**
 * Reads an address as wallets copy it: bare, in a payment link (BIP-21, EIP-681, `ripple:`), with a query, or as an
 * X-address. Its amount is ignored. `undefined` for a link of another coin or with unknown demands.
 */
export function readPaymentLink(cryptoId: string, input: string): PaymentLink | undefined {
  const linkText = input.replace(/[\s\p{Cf}]/gu, '');
  const colon = linkText.search(/[:?]/);
  const linkScheme = colon >= 0 && linkText[colon] === ':' ? linkText.slice(0, colon).toLowerCase() : undefined;
  const scheme = coinNetworks[cryptoId]?.link;
  if (linkScheme !== undefined && !scheme?.names.includes(linkScheme)) {
    // Coins that an operator added may have a colon in their addresses.
    return scheme ? undefined : { address: linkText, tag: null };
  }
  const rest = linkScheme === undefined ? linkText : linkText.slice(colon + 1).replace(/^\/\//, '');
  const [path = '', query = ''] = splitAtFirst(rest, '?');
  const values = valuesOf(query);
  if ([...values.keys()].some((key) => key.startsWith('req-'))) return undefined;
  const address = linkScheme === undefined || !scheme?.chainId ? path : payeeOf(path, values, scheme.chainId);
  if (address === undefined) return undefined;
  return hasDestinationTag(cryptoId) ? withTag(address, values) : { address, tag: null };
}

/** Least number of characters of an address before the query of a link. */
const shortestAddress = 25;

/**
 * Search text: for a payment link of any coin, and for an X-address, the address inside it, as that is what is stored;
 * any other text unchanged.
 */
export function searchedAddress(input: string): string {
  const linkText = input.trim();
  const scheme = /^([a-z0-9]+):\S/i.exec(linkText)?.[1]?.toLowerCase();
  const isBare = scheme === undefined && linkText.search(/[?\s]/) >= shortestAddress && /^\w+\?\S+$/.test(linkText);
  const shippedCoins = Object.keys(coinNetworks);
  const coins = shippedCoins.filter((coin) => scheme !== undefined && coinNetworks[coin]?.link.names.includes(scheme));
  const links = (isBare ? shippedCoins.filter(hasDestinationTag) : coins).map((coin) =>
    readPaymentLink(coin, linkText),
  );
  const link = links.find((candidate) => candidate !== undefined && candidate.address.length >= shortestAddress);
  return link?.address ?? splitXAddress(linkText)?.address ?? input;
}

/** A search of a list whose rows have addresses of coins: a whole payment link may be pasted. */
export const addressSearch = text(maxLinkLength)
  .overwrite(searchedAddress)
  .max(maxSearchLength, 'text_too_long' satisfies Reason);

/** The payee of a link of the Ethereum family: the target itself, or the recipient of a token's transfer. */
function payeeOf(path: string, values: ReadonlyMap<string, string>, chainId: string): string | undefined {
  const match = /^(?:pay-)?(0x[0-9a-f]*)(?:@(\d+))?(?:\/(\w*))?$/i.exec(path);
  if (!match || (match[2] !== undefined && match[2] !== chainId)) return undefined;
  if (match[3] === undefined || match[3] === '') return match[1];
  return match[3] === 'transfer' ? values.get('address') : undefined;
}

/** An address of the XRP Ledger with its tag, which must be the same if both the X-address and the query have one. */
function withTag(address: string, values: ReadonlyMap<string, string>): PaymentLink | undefined {
  const inQuery = tagNames.map((name) => values.get(name)).find(Boolean) ?? null;
  const split = splitXAddress(address);
  if (!split) return { address, tag: inQuery };
  const isConflicting = inQuery !== null && split.tag !== null && inQuery !== split.tag;
  return isConflicting ? undefined : { address: split.address, tag: split.tag ?? inQuery };
}

const splitAtFirst = (text: string, separator: string) => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

/** The values of a query by their names in lower case. */
function valuesOf(query: string): ReadonlyMap<string, string> {
  return new Map(
    query.split('&').map((pair) => {
      const [name = '', value = ''] = splitAtFirst(pair, '=');
      return [name.toLowerCase(), unescapeValue(value)];
    }),
  );
}

function unescapeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

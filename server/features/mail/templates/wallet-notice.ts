import { deskNotice, oneLine, type Template } from '../mail.content.ts';

/** To the desk: an address that customers send coins to changes. Carries it, to be compared outside the product. */
export const walletNotice: Template<'wallet_notice'> = ({ kind, coin, address, memo, liveAt }, { texts }) => {
  const words = texts.wallet_notice;
  const rows = [
    { label: words.coin, value: coin },
    { label: words.address, value: address },
    { label: words.memo, value: memo },
    { label: words.liveAt, value: liveAt },
  ];
  return deskNotice(texts, {
    words: { ...words[kind], open: words.open },
    rows: rows.filter(({ value }) => oneLine(value) !== ''),
    path: '/admin/wallets',
  });
};

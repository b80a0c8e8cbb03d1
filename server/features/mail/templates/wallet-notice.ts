import { adminNotice, oneLine, type Template } from '../mail.content.ts';

/** To the desk: an address that customers send coins to changes. Carries it, to be compared outside the product. */
export const walletNotice: Template<'wallet_notice'> = ({ kind, coin, address, memo, liveAt }, { texts }) => {
  const labels = texts.wallet_notice;
  const rows = [
    { label: labels.coin, value: coin },
    { label: labels.address, value: address },
    { label: labels.memo, value: memo },
    { label: labels.liveAt, value: liveAt },
  ];
  return adminNotice(texts, {
    labels: { ...labels[kind], open: labels.open },
    rows: rows.filter(({ value }) => oneLine(value) !== ''),
    path: '/admin/wallets',
  });
};

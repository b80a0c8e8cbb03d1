import { oneLine, type Template } from '../mail.content.ts';

/** To the desk: an address that customers send coins to changes. Carries it, to be compared outside the product. */
export const walletNotice: Template<'wallet_notice'> = ({ kind, coin, address, memo, liveAt }, { texts }) => {
  const words = texts.wallet_notice;
  const { subject, heading, body } = words[kind];
  const rows = [
    { label: words.coin, value: oneLine(coin) },
    { label: words.address, value: oneLine(address) },
    { label: words.memo, value: oneLine(memo) },
    { label: words.liveAt, value: oneLine(liveAt) },
  ];
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'facts', rows: rows.filter(({ value }) => value !== '') },
      { kind: 'button', label: words.open, path: '/admin/wallets' },
    ],
  };
};

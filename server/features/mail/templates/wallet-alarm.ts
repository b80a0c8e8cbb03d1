import { deskNotice, type Template } from '../mail.content.ts';

/** To the desk. Never with the address itself: whoever reads the mail must not take it for ours. */
export const walletAlarm: Template<'wallet_alarm'> = ({ coin }, { texts }) => {
  const words = texts.wallet_alarm;
  return deskNotice(texts, { words, rows: [{ label: words.coin, value: coin }], path: '/admin/wallets' });
};

import { adminNotice, type Template } from '../mail.content.ts';

/** To the desk. Never with the address itself: whoever reads the mail must not take it for ours. */
export const walletAlarm: Template<'wallet_alarm'> = ({ coin }, { texts }) => {
  const labels = texts.wallet_alarm;
  return adminNotice(texts, { labels, rows: [{ label: labels.coin, value: coin }], path: '/admin/wallets' });
};

import { oneLine, type Template } from '../mail.content.ts';

/** To the desk. Never with the address itself: whoever reads the mail must not take it for ours. */
export const walletAlarm: Template<'wallet_alarm'> = ({ coin }, { texts }) => {
  const { subject, heading, body, open, ...words } = texts.wallet_alarm;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'facts', rows: [{ label: words.coin, value: oneLine(coin) }] },
      { kind: 'button', label: open, path: '/admin/wallets' },
    ],
  };
};

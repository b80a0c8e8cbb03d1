import { adminNotice, featureMail, oneLine, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type WalletsMailTexts = ServerTexts['wallets.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /**
     * To the administrator: a deposit address is to change at `liveAt` (empty otherwise), has changed or was
     * stopped, or a change was cancelled. It
     * carries the address, so that the administrator can compare it outside the product; `memo` is empty where there is none.
     */
    wallet_notice: {
      kind: 'asked' | 'live' | 'cancelled' | 'stopped';
      coin: string;
      address: string;
      memo: string;
      liveAt: string;
    };
    /** To the administrator: a deposit address was edited in the database. Never contains the address. */
    wallet_alarm: { coin: string };
  }
}

/** To the admin: an address that customers send coins to changes. Carries it, to be compared outside the product. */
const walletNotice: Template<'wallet_notice', WalletsMailTexts> = (
  { kind, coin, address, memo, liveAt },
  { texts, layout },
) => {
  const labels = texts.wallet_notice;
  const rows = [
    { label: labels.coin, value: coin },
    { label: labels.address, value: address },
    { label: labels.memo, value: memo },
    { label: labels.liveAt, value: liveAt },
  ];
  return adminNotice(layout, {
    labels: { ...labels[kind], open: labels.open },
    rows: rows.filter(({ value }) => oneLine(value) !== ''),
    path: '/admin/wallets',
  });
};

/** To the admin. Never with the address itself: whoever reads the mail must not take it for ours. */
const walletAlarm: Template<'wallet_alarm', WalletsMailTexts> = ({ coin }, { texts, layout }) => {
  const labels = texts.wallet_alarm;
  return adminNotice(layout, { labels, rows: [{ label: labels.coin, value: coin }], path: '/admin/wallets' });
};

/** The mails of this feature. */
export const walletsMail = featureMail('wallets.mail', {
  wallet_notice: walletNotice,
  wallet_alarm: walletAlarm,
});

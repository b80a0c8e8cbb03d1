import { featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /**
     * Mail to the administrator: a deposit address will change at `liveAt` (else empty), has changed or was stopped, or
     * a change was cancelled. It has the address, to compare it outside of the product.
     */
    wallet_notice: {
      kind: 'asked' | 'live' | 'cancelled' | 'stopped';
      coin: string;
      address: string;
      memo: string;
      liveAt: string;
    };
    /** Mail to the administrator: a deposit address was edited in the database. Never contains the address. */
    wallet_alarm: { coin: string };
  }
}

export const walletsMail = featureMail('wallets.mail', {
  /** An address that customers send coins to changes. Carries it, to be compared outside the product. */
  wallet_notice: ({ kind, coin, address, memo, liveAt }, { text }) => ({
    title: text[kind],
    blocks: noticeBlocks({ ...text, ...text[kind] }, '/admin/wallets', [
      [text.coin, coin],
      [text.address, address],
      [text.memo, memo],
      [text.liveAt, liveAt],
    ]),
  }),
  /** Never with the address itself: a reader of the mail must not take it for ours. */
  wallet_alarm: ({ coin }, { text }) => noticeBlocks(text, '/admin/wallets', [[text.coin, coin]]),
});

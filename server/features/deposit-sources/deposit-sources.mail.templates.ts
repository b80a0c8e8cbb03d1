import { featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /**
     * Mail to the administrator: where coins are received has changed, or is about to. Never contains an address or a
     * key.
     */
    source_notice: {
      kind: 'added' | 'changed' | 'live' | 'withdrawn' | 'stopped' | 'low';
      chain: string;
      coins: string;
      /** The last characters of the account key; empty where there is none. */
      ending: string;
      /** The customers with most addresses of a low source, each with how many; empty otherwise. */
      holders: string;
    };
  }
}

/** The mails of this feature. */
export const depositSourcesMail = featureMail('deposit-sources.mail', {
  source_notice: ({ kind, chain, coins, ending, holders }, { text }) => ({
    title: text[kind],
    blocks: noticeBlocks({ body: text[kind].body, open: text.open }, '/admin/wallets', [
      [text.chain, chain],
      [text.coins, coins],
      [text.ending, ending],
      [text.holders, holders],
    ]),
  }),
});

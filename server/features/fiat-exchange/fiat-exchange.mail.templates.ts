import { featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /**
     * Mail to the owner: the rate of a pair of currencies was set, changed or removed. Plain decimals; null for none.
     */
    pair_rate_notice: { pair: string; before: string | null; after: string | null };
  }
}

export const fiatExchangeMail = featureMail('fiat-exchange.mail', {
  pair_rate_notice: ({ pair, before, after }, { text }) =>
    noticeBlocks(text, '/admin/dashboard?tab=fiat-exchange', [
      [text.pair, pair],
      [text.before, before ?? text.none],
      [text.now, after ?? text.none],
    ]),
});

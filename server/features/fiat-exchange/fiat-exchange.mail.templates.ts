import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type FiatExchangeMailTexts = ServerTexts['fiat-exchange.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the owner: what one unit of a currency buys of another was set, changed or removed. Plain decimals; null for none. */
    pair_rate_notice: { pair: string; before: string | null; after: string | null };
  }
}

/** To the owner: a rate that customers are quoted was changed, so that an unauthorized change is noticed. */
const pairRateNotice: Template<'pair_rate_notice', FiatExchangeMailTexts> = (
  { pair, before, after },
  { texts, layout },
) => {
  const labels = texts.pair_rate_notice;
  const rows = [
    { label: labels.pair, value: pair },
    { label: labels.before, value: before ?? labels.none },
    { label: labels.now, value: after ?? labels.none },
  ];
  return adminNotice(layout, { labels, rows, path: '/admin/dashboard?tab=fiat-exchange' });
};

/** The mails of this feature. */
export const fiatExchangeMail = featureMail('fiat-exchange.mail', { pair_rate_notice: pairRateNotice });

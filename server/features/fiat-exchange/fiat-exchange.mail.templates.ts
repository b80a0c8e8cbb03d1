import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import { ar } from './mail/ar.ts';
import { de } from './mail/de.ts';
import { en, type FiatExchangeMailTexts } from './mail/en.ts';
import { es } from './mail/es.ts';
import { fr } from './mail/fr.ts';
import { ja } from './mail/ja.ts';
import { ko } from './mail/ko.ts';
import { pt } from './mail/pt.ts';
import { ru } from './mail/ru.ts';
import { zh } from './mail/zh.ts';

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

const texts = { ar, de, en, es, fr, ja, ko, pt, ru, zh };

/** The mails of this feature. */
export const fiatExchangeMail = featureMail(texts, { pair_rate_notice: pairRateNotice });

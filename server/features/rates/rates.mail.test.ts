import { describeMails } from '#tests/setup/mails.ts';
import { ratesMail } from './rates.mail.templates.ts';

describeMails(ratesMail, {
  held_rate_notice: { subject: 'BTC', lastGood: '39145.28', offered: '61000', source: 'coingecko' },
  rates_stopped_notice: { source: 'coingecko', since: '2026-03-12 09:41 UTC', reason: 'the answer has status 429' },
});

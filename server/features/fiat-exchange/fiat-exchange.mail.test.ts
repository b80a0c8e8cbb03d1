import { describeMails } from '#tests/setup/mails.ts';
import { fiatExchangeMail } from './fiat-exchange.mail.templates.ts';

describeMails(fiatExchangeMail, { pair_rate_notice: { pair: 'HKD - PHP', before: '7.2', after: '8.25' } });

import { describeMails } from '#tests/setup/mails.ts';
import { chainsMail } from './chains.mail.templates.ts';

describeMails(chainsMail, { node_away_notice: { chain: 'Bitcoin' } });

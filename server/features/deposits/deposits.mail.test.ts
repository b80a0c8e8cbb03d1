import { describeMails } from '#tests/setup/mails.ts';
import { depositsMail } from './deposits.mail.templates.ts';

describeMails(depositsMail, {
  deposit_alarm: { reference: 'LF-7K2M9Q', txHash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b' },
  order_green_notice: { id: 'id-1', reference: 'LF-7K2M-9Q' },
});

import { describeMails } from '#tests/setup/mails.ts';
import { walletsMail } from './wallets.mail.templates.ts';

describeMails(walletsMail, {
  wallet_notice: {
    kind: 'asked',
    coin: 'XRP (Ripple)',
    address: 'rHnF8Hju2dKk53cbMccvcHqfejxc83o1rq',
    memo: '1000001',
    liveAt: '2026-03-12T14:02:00.000Z',
  },
  wallet_alarm: { coin: 'Bitcoin' },
});

import { describeMails } from '#tests/setup/mails.ts';
import { newsletterMail } from './newsletter.mail.templates.ts';

describeMails(newsletterMail, {
  newsletter_confirm: {
    path: '/newsletter/confirm?token=abc',
    unsubscribePath: '/newsletter/unsubscribe?token=x',
    oneClickPath: '/api/unsubscribe?token=x',
  },
  newsletter_welcome: { unsubscribePath: '/newsletter/unsubscribe?token=x', oneClickPath: '/api/unsubscribe?token=x' },
});

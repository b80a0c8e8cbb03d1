import { describeMails } from '#tests/setup/mails.ts';
import { paymentMethodsMail } from './payment-methods.mail.templates.ts';

describeMails(paymentMethodsMail, {
  payment_method_notice: { kind: 'changed', displayName: 'First Bank, main account', currency: 'NGN' },
  payment_method_alarm: { displayName: 'Zenith Bank', currency: 'NGN' },
});

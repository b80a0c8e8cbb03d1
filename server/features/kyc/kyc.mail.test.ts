import { describeMails } from '#tests/setup/mails.ts';
import { kycMail } from './kyc.mail.templates.ts';

describeMails(kycMail, {
  kyc_received: { firstName: 'Ada' },
  kyc_approved: { firstName: 'Ada' },
  kyc_rejected: { firstName: 'Ada', notes: 'The photo is blurred.\nPlease send it again.' },
  kyc_revoked: { firstName: 'Ada', notes: 'The document was reported as stolen.' },
  kyc_expired: { firstName: 'Ada' },
  kyc_expiring: { firstName: 'Ada', expiresOn: '2027-03-14' },
});

import { describeMails } from '#tests/setup/mails.ts';
import { notesMail } from './notes.mail.templates.ts';

describeMails(notesMail, {
  note_mention: { author: 'Nora Diaz', subject: 'LF-7K3M-92QD', path: '/admin/transactions?tx=abc' },
});

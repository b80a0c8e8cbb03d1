import { describeMails } from '#tests/setup/mails.ts';
import { chatMail } from './chat.mail.templates.ts';

describeMails(chatMail, {
  agent_request_notice: { from: 'ada@example.com', message: 'Where is my payout?\nIt is late.' },
  chat_answer: { answer: 'It is on its way.' },
});

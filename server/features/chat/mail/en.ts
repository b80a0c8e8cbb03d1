import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  agent_request_notice: {
    subject: 'Someone is asking for an agent',
    heading: 'Someone is asking for an agent',
    from: 'Address they left',
    message: 'Their message',
    open: 'Open the agent chat',
  },
  chat_answer: {
    subject: 'We wrote to you in the chat',
    heading: 'A message from support',
    body: 'We wrote this to you in our chat while you were away:',
    answer: 'Support',
    safety: 'We never send deposit addresses or bank details in chat or in emails about it.',
    open: 'Continue in the chat',
  },
} as const;

/** What a translation has to hold. */
export type ChatMailTexts = Translated<typeof en>;

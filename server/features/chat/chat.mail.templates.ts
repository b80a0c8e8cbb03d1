import { button, details, featureMail, quote } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Mail to the administrator: a visitor asks for an agent. The address is the typed one, unverified. */
    agent_request_notice: { from: string; message: string };
    /** Answer of the administrator in the chat after the visitor had gone. */
    chat_answer: { answer: string };
  }
}

export const chatMail = featureMail('chat.mail', {
  agent_request_notice: ({ from, message }, { text }) => [
    details([[text.from, from]]),
    quote(text.message, message),
    button(text.open, '/admin/agent-chat'),
  ],
  chat_answer: ({ answer }, { text }) => [
    text.body,
    quote(text.answer, answer),
    text.safety,
    button(text.open, '/contact'),
  ],
});

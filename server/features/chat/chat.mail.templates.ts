import { featureMail, oneLine, quote, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type ChatMailTexts = ServerTexts['chat.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the administrator: a visitor asks for an agent. The address is what they typed, unverified. */
    agent_request_notice: { from: string; message: string };
    /** What the administrator answered in the chat after the visitor had gone. */
    chat_answer: { answer: string };
  }
}

/** To the admin: a visitor in the chat asks for an agent. */
const agentRequestNotice: Template<'agent_request_notice', ChatMailTexts> = ({ from, message }, { texts, layout }) => {
  const labels = texts.agent_request_notice;
  return {
    subject: labels.subject,
    heading: labels.heading,
    greeting: layout.helloAll,
    blocks: [
      { kind: 'details', rows: [{ label: labels.from, value: oneLine(from) }] },
      quote(labels.message, message),
      { kind: 'button', label: labels.open, path: '/admin/agent-chat' },
    ],
  };
};

/** What the administrator wrote to a visitor who had gone. */
const chatAnswer: Template<'chat_answer', ChatMailTexts> = ({ answer }, { texts, layout }) => {
  const labels = texts.chat_answer;
  return {
    subject: labels.subject,
    heading: labels.heading,
    greeting: layout.helloAll,
    blocks: [
      { kind: 'text', text: labels.body },
      quote(labels.answer, answer),
      { kind: 'text', text: labels.safety },
      { kind: 'button', label: labels.open, path: '/contact' },
    ],
  };
};

/** The mails of this feature. */
export const chatMail = featureMail('chat.mail', {
  agent_request_notice: agentRequestNotice,
  chat_answer: chatAnswer,
});

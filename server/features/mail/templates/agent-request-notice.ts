import { oneLine, quote, type Template } from '../mail.content.ts';

/** To the desk: somebody in the chat wants a person. */
export const agentRequestNotice: Template<'agent_request_notice'> = ({ from, message }, { texts }) => {
  const words = texts.agent_request_notice;
  return {
    subject: words.subject,
    heading: words.heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'facts', rows: [{ label: words.from, value: oneLine(from) }] },
      quote(words.message, message),
      { kind: 'button', label: words.open, path: '/admin/agent-chat' },
    ],
  };
};

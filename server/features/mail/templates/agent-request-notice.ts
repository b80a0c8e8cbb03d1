import { oneLine, quote, type Template } from '../mail.content.ts';

/** To the desk: somebody in the chat wants a person. */
export const agentRequestNotice: Template<'agent_request_notice'> = ({ from, message }, { texts }) => {
  const labels = texts.agent_request_notice;
  return {
    subject: labels.subject,
    heading: labels.heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'facts', rows: [{ label: labels.from, value: oneLine(from) }] },
      quote(labels.message, message),
      { kind: 'button', label: labels.open, path: '/admin/agent-chat' },
    ],
  };
};

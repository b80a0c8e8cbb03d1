import { quote, type Template } from '../mail.content.ts';

/** What the desk wrote to a visitor who had gone. */
export const chatAnswer: Template<'chat_answer'> = ({ answer }, { texts }) => {
  const labels = texts.chat_answer;
  return {
    subject: labels.subject,
    heading: labels.heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: labels.body },
      quote(labels.answer, answer),
      { kind: 'text', text: labels.safety },
      { kind: 'button', label: labels.open, path: '/contact' },
    ],
  };
};

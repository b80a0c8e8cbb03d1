import { quote, type Template } from '../mail.content.ts';

/** What the desk wrote to a visitor who had gone. */
export const chatAnswer: Template<'chat_answer'> = ({ answer }, { texts }) => {
  const words = texts.chat_answer;
  return {
    subject: words.subject,
    heading: words.heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: words.body },
      quote(words.answer, answer),
      { kind: 'text', text: words.safety },
      { kind: 'button', label: words.open, path: '/contact' },
    ],
  };
};

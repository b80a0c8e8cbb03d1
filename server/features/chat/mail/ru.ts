import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in Russian. */
export const ru: ChatMailTexts = {
  agent_request_notice: {
    subject: 'Кто-то просит специалиста поддержки',
    heading: 'Кто-то просит специалиста поддержки',
    from: 'Оставленный адрес',
    message: 'Сообщение',
    open: 'Открыть чат поддержки',
  },
  chat_answer: {
    subject: 'Мы написали вам в чате',
    heading: 'Сообщение от поддержки',
    body: 'Пока вас не было, мы написали вам в чате:',
    answer: 'Поддержка',
    safety: 'В чате и в письмах о нём мы никогда не присылаем адреса для переводов и банковские реквизиты.',
    open: 'Продолжить в чате',
  },
};

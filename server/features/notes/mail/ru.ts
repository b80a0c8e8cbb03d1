import type { NotesMailTexts } from './en.ts';

export const ru: NotesMailTexts = {
  note_mention: {
    subject: 'Вас упомянули в заметке',
    body: 'Коллега упоминает вас в заметке. Её может прочитать только команда.',
    author: 'Автор',
    about: 'Тема',
    open: 'Прочитать заметку',
  },
};

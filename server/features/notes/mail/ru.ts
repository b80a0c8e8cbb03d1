import type { NotesMailTexts } from './en.ts';

export const ru: NotesMailTexts = {
  note_mention: {
    subject: '{author} упоминает вас в заметке',
    body: '{author} упоминает вас в заметке: {subject}. Её может прочитать только команда.',
    open: 'Прочитать заметку',
  },
};

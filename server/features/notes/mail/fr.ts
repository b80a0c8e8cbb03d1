import type { NotesMailTexts } from './en.ts';

export const fr: NotesMailTexts = {
  note_mention: {
    subject: 'Vous avez été mentionné dans une note',
    body: 'Un collègue vous a mentionné dans une note. Seule l’équipe peut la lire.',
    author: 'Écrite par',
    about: 'Au sujet de',
    open: 'Lire la note',
  },
};

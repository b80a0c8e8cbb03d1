import type { NotesMailTexts } from './en.ts';

export const fr: NotesMailTexts = {
  note_mention: {
    subject: '{author} vous a mentionné dans une note',
    body: '{author} vous a mentionné dans une note sur {subject}. Seule l’équipe peut la lire.',
    open: 'Lire la note',
  },
};

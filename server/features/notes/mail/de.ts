import type { NotesMailTexts } from './en.ts';

export const de: NotesMailTexts = {
  note_mention: {
    subject: '{author} hat Sie in einer Notiz erwähnt',
    body: '{author} hat Sie in einer Notiz zu {subject} erwähnt. Nur das Team kann sie lesen.',
    open: 'Notiz lesen',
  },
};

import type { NotesMailTexts } from './en.ts';

export const es: NotesMailTexts = {
  note_mention: {
    subject: '{author} le ha mencionado en una nota',
    body: '{author} le ha mencionado en una nota sobre {subject}. Solo el equipo puede leerla.',
    open: 'Leer la nota',
  },
};

import type { NotesMailTexts } from './en.ts';

export const es: NotesMailTexts = {
  note_mention: {
    subject: 'Le han mencionado en una nota',
    body: 'Un colega le ha mencionado en una nota. Solo el equipo puede leerla.',
    author: 'Escrita por',
    about: 'Sobre',
    open: 'Leer la nota',
  },
};

import type { NotesMailTexts } from './en.ts';

export const pt: NotesMailTexts = {
  note_mention: {
    subject: 'Você foi mencionado em uma nota',
    body: 'Um colega mencionou você em uma nota. Só a equipe pode lê-la.',
    author: 'Escrita por',
    about: 'Sobre',
    open: 'Ler a nota',
  },
};

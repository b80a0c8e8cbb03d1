import type { NotesMailTexts } from './en.ts';

export const pt: NotesMailTexts = {
  note_mention: {
    subject: '{author} mencionou você em uma nota',
    body: '{author} mencionou você em uma nota sobre {subject}. Só a equipe pode lê-la.',
    open: 'Ler a nota',
  },
};

import type { NotesMailTexts } from './en.ts';

export const ar: NotesMailTexts = {
  note_mention: {
    subject: 'أُشير إليك في ملاحظة',
    body: 'أشار إليك زميل في ملاحظة. لا يقرؤها إلا أعضاء الفريق.',
    author: 'كتبها',
    about: 'بشأن',
    open: 'قراءة الملاحظة',
  },
};

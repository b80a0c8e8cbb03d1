import type { NotesMailTexts } from './en.ts';

export const ar: NotesMailTexts = {
  note_mention: {
    subject: 'أشار إليك {author} في ملاحظة',
    body: 'أشار إليك {author} في ملاحظة عن {subject}. لا يقرؤها إلا أعضاء الفريق.',
    open: 'قراءة الملاحظة',
  },
};

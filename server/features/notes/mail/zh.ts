import type { NotesMailTexts } from './en.ts';

export const zh: NotesMailTexts = {
  note_mention: {
    subject: '备注中提到了您',
    body: '同事在备注中提到了您。只有团队成员可以查看。',
    author: '作者',
    about: '关于',
    open: '查看备注',
  },
};

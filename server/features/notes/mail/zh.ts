import type { NotesMailTexts } from './en.ts';

export const zh: NotesMailTexts = {
  note_mention: {
    subject: '{author} 在备注中提到了您',
    body: '{author} 在关于 {subject} 的备注中提到了您。只有团队成员可以查看。',
    open: '查看备注',
  },
};

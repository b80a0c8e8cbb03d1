import type { NotesMailTexts } from './en.ts';

export const ja: NotesMailTexts = {
  note_mention: {
    subject: 'メモであなたが言及されました',
    body: '同僚がメモであなたに言及しました。メモを読めるのはチームだけです。',
    author: '作成者',
    about: '対象',
    open: 'メモを読む',
  },
};

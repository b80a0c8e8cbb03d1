import type { NotesMailTexts } from './en.ts';

export const ja: NotesMailTexts = {
  note_mention: {
    subject: '{author}さんがメモであなたに言及しました',
    body: '{author}さんが{subject}についてのメモであなたに言及しました。メモを読めるのはチームだけです。',
    open: 'メモを読む',
  },
};

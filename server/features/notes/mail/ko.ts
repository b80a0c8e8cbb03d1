import type { NotesMailTexts } from './en.ts';

export const ko: NotesMailTexts = {
  note_mention: {
    subject: '메모에서 언급되었습니다',
    body: '동료가 메모에서 회원님을 언급했습니다. 메모는 팀만 읽을 수 있습니다.',
    author: '작성자',
    about: '대상',
    open: '메모 읽기',
  },
};

import type { NotesMailTexts } from './en.ts';

export const ko: NotesMailTexts = {
  note_mention: {
    subject: '{author}님이 메모에서 회원님을 언급했습니다',
    body: '{author}님이 {subject}에 대한 메모에서 회원님을 언급했습니다. 메모는 팀만 읽을 수 있습니다.',
    open: '메모 읽기',
  },
};

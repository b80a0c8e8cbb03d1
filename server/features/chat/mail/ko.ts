import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: ChatMailTexts = {
  agent_request_notice: {
    subject: '상담원 요청이 있습니다',
    heading: '상담원 요청이 있습니다',
    from: '남긴 주소',
    message: '메시지',
    open: '상담 열기',
  },
  chat_answer: {
    subject: '채팅 문의에 답변드렸습니다',
    heading: '문의에 대한 답변',
    body: '채팅을 떠나신 뒤 다음 답변이 작성되었습니다:',
    answer: '상담팀',
    safety: '채팅이나 채팅 메일로 입금 주소나 은행 정보를 보내지 않습니다.',
    open: '채팅 이어서 하기',
  },
};

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
    subject: '채팅으로 메시지를 보내드렸습니다',
    heading: '상담팀의 메시지',
    body: '자리를 비우신 동안 채팅으로 다음 메시지를 보내드렸습니다:',
    answer: '상담팀',
    safety: '채팅이나 관련 메일로 입금 주소나 은행 정보를 보내지 않습니다.',
    open: '채팅 이어서 하기',
  },
};

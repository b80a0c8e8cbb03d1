import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: TeamMailTexts = {
  team_invitation: {
    subject: '팀 초대',
    heading: '팀에 초대되었습니다',
    body: '{brand} 팀에 {role} 역할로 초대되었습니다. 비밀번호를 정하고 2단계 인증을 설정하면 시작할 수 있습니다.',
    valid: '이 링크는 {hours}시간 동안 유효하며 한 번만 사용할 수 있습니다.',
    accept: '초대 수락',
    ignore: '예상하지 못한 초대라면 이 메일을 무시하셔도 됩니다.',
    roles: {
      owner: '소유자',
      reviewer: '검토 담당',
      payer: '지급 담당',
      support: '지원 담당',
      auditor: '감사 담당',
    },
  },
};

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
  owner_notice: {
    invited: {
      subject: '팀에 누군가 초대되었습니다',
      heading: '팀에 누군가 초대되었습니다',
      body: '팀 초대가 발송되었습니다. 모르는 일이라면 초대를 취소하고 누가 보냈는지 확인하세요.',
    },
    joined: {
      subject: '팀에 새 구성원이 합류했습니다',
      heading: '팀에 새 구성원이 합류했습니다',
      body: '초대가 수락되었습니다. 모르는 사람이라면 지금 바로 구성원 자격을 종료하세요.',
    },
    promoted: {
      subject: '팀 구성원의 역할이 바뀌었습니다',
      heading: '구성원의 권한이 늘었습니다',
      body: '한 구성원이 이전보다 더 많은 일을 할 수 있는 역할을 받았습니다. 모르는 일이라면 역할을 되돌리고 누가 부여했는지 확인하세요.',
    },
    erasure: {
      subject: '사용자가 삭제될 예정입니다',
      heading: '사용자가 삭제될 예정입니다',
      body: '팀 구성원이 사용자 삭제를 요청했습니다. 사용자는 이미 차단되고 로그아웃되었습니다. 아래 시각까지는 소유자가 사용자 페이지에서 취소할 수 있으며, 그 뒤에는 데이터가 사라집니다.',
    },
    member: '구성원',
    role: '역할',
    by: '요청자',
    time: '삭제 시각(UTC)',
    open: '확인하기',
  },
};

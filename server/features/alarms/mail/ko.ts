import type { AlarmsMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: AlarmsMailTexts = {
  audit_cut: {
    subject: '경고: 감사 로그의 끝이 잘렸습니다',
    heading: '감사 로그의 끝이 잘렸습니다',
    body: '데이터베이스의 감사 로그에 아래 체크포인트가 더 이상 없습니다. 끝부분의 항목이 삭제되었거나 데이터베이스가 이전 상태로 되돌려졌습니다. 직접 백업을 복원했다면 데이터 폴더의 audit-head.json을 삭제하고 다시 시작하세요. 그렇지 않다면 누군가 데이터베이스에 쓸 수 있습니다. 누구인지 확인하세요.',
  },
  audit_head: {
    subject: '감사 로그가 체크포인트 {seq}까지 이어져 있습니다',
    heading: '감사 로그가 이어진 지점',
    body: '이 메일을 보관하세요. 서버와 데이터베이스를 장악한 사람이 감사 로그의 끝을 잘라 내더라도 나중에 확인할 수 있습니다. 아래 번호와 해시로 감사 로그 검사를 실행하세요.',
  },
  checkpoint: '체크포인트',
  hash: '해시',
  open: '감사 로그 열기',
};

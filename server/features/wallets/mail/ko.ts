import type { WalletsMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: WalletsMailTexts = {
  wallet_notice: {
    asked: {
      subject: '입금 주소가 변경될 예정입니다',
      heading: '입금 주소가 변경될 예정입니다',
      body: '고객에게 아래 주소가 표시될 예정입니다. 지갑과 대조하세요. 본인의 주소가 아니라면 변경을 취소하고 지금 비밀번호를 변경하세요.',
    },
    live: {
      subject: '입금 주소가 변경되었습니다',
      heading: '입금 주소가 변경되었습니다',
      body: '새 판매에는 아래 주소가 표시되며 이미 시작된 판매는 이전 주소를 유지합니다. 지갑과 대조하세요. 본인의 주소가 아니라면 해당 코인을 끄고 지금 비밀번호를 변경하세요.',
    },
    cancelled: {
      subject: '입금 주소 변경이 취소되었습니다',
      heading: '변경이 취소되었습니다',
      body: '고객에게는 아래 주소가 아니라 이전 주소가 계속 표시됩니다.',
    },
    stopped: {
      subject: '입금 주소가 영구 중지되었습니다',
      heading: '입금 주소가 중지되었습니다',
      body: '아래 주소는 더 이상 어느 화면에도 없으며 고객에게는 대신 경고가 표시됩니다. 예상하지 못한 일이라면 팀에 확인하고 다른 주소를 설정하세요.',
    },
    coin: '코인',
    address: '주소',
    memo: '데스티네이션 태그',
    liveAt: '적용 시작 (UTC)',
    open: '주소 확인',
  },
  wallet_alarm: {
    subject: '경고: 입금 주소가 변조되었습니다',
    heading: '입금 주소가 변조되었습니다',
    body: '이 제품이 기록하지 않은 입금 주소가 데이터베이스에 있습니다. 고객에게는 표시되지 않고 "주소를 이용할 수 없습니다"로 나타납니다. 누군가 데이터베이스에 쓸 수 있습니다. 누구인지 확인한 뒤 주소를 다시 설정하세요.',
    coin: '코인',
    open: '주소 확인',
  },
};

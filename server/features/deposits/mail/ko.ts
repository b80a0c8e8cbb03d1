import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: DepositsMailTexts = {
  deposit_alarm: {
    subject: '경보: 지급 후 입금이 체인에서 사라졌습니다',
    heading: '지급 후 입금이 체인에서 사라졌습니다',
    body: '체인 재구성으로 승인된 판매의 근거가 된 전송이 제거되었습니다. 이후 블록에 다시 포함될 수 있습니다. 그렇지 않으면 코인은 도착하지 않은 것입니다. 같은 고객에게 다시 지급하기 전에 이 판매를 확인하세요.',
    sale: '판매',
    hash: '트랜잭션 해시',
    open: '판매 확인',
  },
};

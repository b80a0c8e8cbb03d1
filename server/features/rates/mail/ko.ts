import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: RatesMailTexts = {
  held_rate_notice: {
    subject: '시세가 보류되었습니다',
    heading: '확인이 필요한 시세가 있습니다',
    body: '새 시세가 이전 정상 시세와 크게 다릅니다. 승인할 때까지 적용되지 않습니다. 더 낮은 가격이 확인을 기다리는 동안에는 아무도 해당 코인을 판매할 수 없습니다.',
    rate: '시세',
    before: '이전 정상 시세',
    now: '현재 제시된 시세',
    from: '출처',
    none: '없음',
    open: '데스크 열기',
  },
  rates_stopped_notice: {
    subject: '시세가 들어오지 않습니다',
    heading: '시세 수신이 중단되었습니다',
    body: '이 출처에서 쓸 수 있는 시세가 오랫동안 오지 않아 관련 판매의 견적을 중단했습니다. 복구되면 자동으로 재개됩니다.',
    from: '출처',
    since: '마지막 성공',
    reason: '사유',
    never: '없음',
    open: '데스크 열기',
  },
};

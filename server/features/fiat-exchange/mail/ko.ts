import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: '통화쌍 환율이 변경되었습니다',
    heading: '환율이 변경되었습니다',
    body: '이 환율은 고객에게 바로 표시됩니다. 직접 변경하지 않았다면 지금 비밀번호를 바꾸고 모든 환율을 확인하세요.',
    pair: '통화쌍',
    before: '이전',
    now: '현재',
    none: '없음',
    open: '환율 보기',
  },
};

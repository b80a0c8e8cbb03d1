import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: '데스크의 입금 계좌가 변경되었습니다',
    heading: '입금 계좌가 변경되었습니다',
    body: '고객은 여기에 설정된 계좌로 입금합니다. 본인이 변경하지 않았다면 지금 비밀번호를 변경하고 모든 계좌를 확인하세요.',
    account: '계좌',
    currency: '통화',
    change: '작업',
    created: '추가됨',
    changed: '변경됨',
    deleted: '삭제됨',
    open: '계좌 확인',
  },
  payment_method_alarm: {
    subject: '경보: 수취 계좌가 변조되었습니다',
    heading: '수취 계좌가 변조되었습니다',
    body: '이 제품이 기록하지 않은 수취 계좌가 데이터베이스에 있습니다. 고객에게는 표시되지 않으며, 누구에게도 이 계좌로 입금하라고 안내하지 않습니다. 누군가 데이터베이스에 쓸 수 있는 상태입니다. 누구인지 확인한 뒤 계좌를 다시 저장하세요.',
    account: '계좌',
    open: '계좌 보기',
  },
};

import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: OrdersMailTexts = {
  order: {
    reference: '참조 번호',
    gives: '보내는 금액',
    pays: '받는 금액',
    open: '거래 내역 보기',
    notes: '담당자 메모',
  },
  reasons: {
    cancelled_by_customer: '고객님이 취소함',
    proof_not_received:
      '{hours}시간 안에 결제 증빙을 받지 못했습니다. 이미 결제하셨다면 참조 번호와 함께 고객지원에 문의하세요.',
    quote_expired:
      '증빙이 도착했을 때 견적이 만료되었고 사용할 수 있는 환율이 없었습니다. 저희 팀이 확인할 때까지 금액은 견적 기준입니다.',
  },
  order_received: {
    subject: '주문 {reference} 접수 완료',
    heading: '주문이 접수되었습니다',
    body: '모든 주문은 담당자가 확인합니다. 소요 시간: {check}. 단계마다 메일로 알려드립니다.',
  },
  order_awaiting_proof: {
    subject: '환전 {reference}: 결제 증빙을 기다리고 있습니다',
    heading: '한 단계가 남았습니다: 결제 증빙',
    body: '환전이 접수되었습니다. {hours}시간 안에 결제 증빙을 올려 주세요. 없으면 환전이 자동으로 취소됩니다.',
    cancel: '결제하지 않았다면 거래 내역에서 환전을 취소할 수 있습니다.',
  },
  order_processing: {
    subject: '주문 {reference} 처리 중',
    heading: '주문을 처리하고 있습니다',
    body: '주문 처리를 시작했으며 지급되면 바로 알려드립니다.',
  },
  order_completed: {
    subject: '주문 {reference} 완료',
    heading: '지급이 완료되었습니다',
    body: '주문 금액을 지급했습니다. 도착 시점은 은행이나 지갑에 따라 다릅니다. 일반적인 소요 시간: {payout}.',
  },
  order_rejected: {
    subject: '주문 {reference} 거절됨',
    heading: '주문이 거절되었습니다',
    body: '주문을 받을 수 없었습니다. 아래에서 사유를 확인하세요.',
    help: '착오라고 생각되면 참조 번호를 적어 {supportEmail} 주소로 문의하세요.',
  },
  order_failed: {
    subject: '주문 {reference} 처리 실패',
    heading: '주문을 처리하지 못했습니다',
    body: '주문을 처리할 수 없었습니다. 아래에서 사유를 확인하세요.',
    help: '궁금한 점이 있으면 참조 번호를 적어 {supportEmail} 주소로 문의하세요.',
  },
  address_stopped: {
    subject: '{reference} 코인을 표시된 주소로 보내지 마세요',
    heading: '이 입금 주소를 더 이상 사용하지 마세요',
    body: '판매의 입금 주소를 중지했습니다. 지금부터 이 주소로 보낸 코인은 유실될 수 있습니다.',
    unsent: '아직 보내지 않았다면 이 판매를 취소하고 새로 시작하세요.',
    sent: '이미 코인을 보냈다면 판매를 열어 송금 사진을 추가하거나, 참조 번호를 적어 {supportEmail} 주소로 문의하세요.',
    open: '판매 열기',
  },
  new_order_notice: {
    subject: '새 주문 {reference}',
    heading: '새 주문이 대기 중입니다',
    sell: '암호화폐 판매',
    fiat: '환전',
    kind: '유형',
    gives: '고객이 보내는 금액',
    pays: '고객이 받는 금액',
    open: '관리자 화면 열기',
  },
  order_alarm: {
    subject: '경고: 주문 {reference}이(가) 변조되었습니다',
    heading: '주문이 변조되었습니다',
    body: '이 주문 또는 그 견적이 데이터베이스에 이 제품이 기록한 것과 다르게 있습니다. 주소, 계좌 또는 금액이 변경되었습니다. 고객에게는 주소가 표시되지 않으며 승인할 수도 없습니다. 누군가 데이터베이스에 쓸 수 있습니다. 누구인지 확인한 뒤 고객과 함께 처리하세요.',
    open: '관리자 화면 열기',
  },
};

import type { BotTexts } from './en.ts';

export const ko: BotTexts = {
  sell: '1. 암호화폐를 선택합니다. 2. 수량을 입력합니다. 3. 은행 정보를 입력합니다. 4. 표시된 지갑으로 암호화폐를 보냅니다. 5. 송금 증빙을 올립니다. 시세는 {minutes}분 동안 고정됩니다.',
  fees: '수수료는 {tiers}입니다. 보내실 때 고객님의 지갑에서 네트워크 수수료가 별도로 부과됩니다. 당사 수수료는 판매 전에 표시됩니다.',
  kyc: '{limit} 초과 시 본인 확인이 필요합니다. 심사 기간: {kyc}. 결과는 이메일로 알려드립니다.',
  status: '로그인 후 거래 내역에서 주문을 확인하세요. 단계마다 시각이 표시됩니다.',
  order: '최근 주문 {reference}의 상태: {status}. 승인 후 지급 시간: {payout}.',
  noOrder: '아직 주문이 없습니다. 암호화폐 판매에서 시작하세요.',
  payment: '은행 송금, PayPal 또는 Wise로 지급합니다.',
  time: '전송 시간: {transfer}. 확인 시간: {check}. 지급 시간: {payout}.',
  hello: '안녕하세요! 판매, 수수료, 본인 확인, 소요 시간, 주문에 대해 물어보세요.',
  agent: '이메일 주소를 남겨 주시면 담당자가 답변드립니다. 답변 시간: {agentReply}, 상담 시간: {hours}.',
  default: '답을 찾지 못했습니다. 판매, 수수료, 본인 확인, 소요 시간, 지급 수단에 대해 묻거나 상담원과 대화하세요.',
  safety:
    '입금 주소는 본인의 판매 화면에만 표시되며 채팅, 메일, Telegram으로 보내지 않습니다. 비밀번호나 시드 문구도 묻지 않습니다.',
  team: '네, 상담팀을 연결해 드리겠습니다.',
  unknown: '제가 답하기 어려운 내용입니다. 상담팀을 연결해 드리겠습니다.',
  connected: '상담팀에 연결되었습니다. 이제 작성하시는 내용이 상담팀에 전달됩니다.',
  received: '메시지를 상담팀에 전달했습니다.',
  tierBase: '기본 {percent}',
  tierOver: '{amount} 초과 {percent}',
  statuses: {
    pending: '대기 중',
    processing: '처리 중',
    completed: '완료',
    rejected: '거절됨',
    failed: '실패',
  },
};

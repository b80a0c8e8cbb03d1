import type { KycMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: KycMailTexts = {
  kyc: {
    notes: '담당자 메모',
  },
  kyc_received: {
    subject: '서류가 접수되었습니다',
    heading: '서류가 접수되었습니다',
    body: '담당자가 확인합니다. 소요 시간: {review}. 결과가 나오면 바로 알려드리며, 따로 하실 일은 없습니다.',
    never: '메일이나 채팅으로 서류를 보내지 마세요.',
    open: '본인 확인 상태 보기',
  },
  kyc_approved: {
    subject: '본인 확인이 완료되었습니다',
    heading: '본인 확인이 완료되었습니다',
    body: '이제부터 {days}일 동안 {limit} USD를 넘겨 판매할 수 있습니다.',
    open: '암호화폐 판매',
  },
  kyc_rejected: {
    subject: '본인 확인을 완료하지 못했습니다',
    heading: '본인 확인을 완료하지 못했습니다',
    body: '아래에서 사유를 확인하세요. 수정하여 서류를 다시 제출해 주세요. 지난번 내용이 채워져 있습니다.',
    open: '다시 제출',
    help: '착오라고 생각되면 {supportEmail} 주소로 문의하세요.',
  },
  kyc_revoked: {
    subject: '본인 확인이 더 이상 유효하지 않습니다',
    heading: '본인 확인이 더 이상 유효하지 않습니다',
    body: '아래에서 사유를 확인하세요. 서류를 다시 제출하고 확인이 끝날 때까지 {days}일 동안 {limit} USD까지 판매할 수 있습니다. 이미 제출한 주문에는 영향이 없습니다.',
    open: '다시 제출',
  },
  kyc_expired: {
    subject: '신분증이 만료되었습니다',
    heading: '신분증이 만료되었습니다',
    body: '유효한 신분증을 확인할 때까지 {days}일 동안 {limit} USD까지 판매할 수 있습니다. 지난번 내용이 채워져 있습니다.',
    open: '새 신분증 제출',
  },
  kyc_expiring: {
    subject: '신분증이 곧 만료됩니다',
    heading: '신분증이 곧 만료됩니다',
    body: '신분증은 {date}까지 유효합니다. 그 이후에는 새 신분증을 제출하고 확인이 끝날 때까지 {days}일 동안 {limit} USD까지 판매할 수 있습니다.',
    open: '본인 확인 상태 보기',
  },
};

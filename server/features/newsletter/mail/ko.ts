import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: '구독을 확인해 주세요',
    heading: '한 번만 누르면 구독됩니다',
    body: '누군가(아마도 본인) 이 주소로 소식 구독을 신청했습니다. 확인하기 전에는 아무것도 보내지 않습니다.',
    open: '구독 확인하기',
    ignore: '본인이 아니라면 아무것도 하지 않으셔도 됩니다. 확인되지 않은 주소는 일주일 뒤 삭제됩니다.',
    leave: '다시 보내지 않기',
  },
  newsletter_welcome: {
    subject: '구독되었습니다',
    heading: '구독되었습니다',
    body: '이제부터 이 주소로 {brand}의 소식을 보내드립니다. 그동안 지금까지 쓴 글을 읽어 보세요.',
    open: '블로그 읽기',
    leave: '구독 해지',
  },
};

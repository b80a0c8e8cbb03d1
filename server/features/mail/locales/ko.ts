import type { LayoutTexts } from './en.ts';

/** The texts around every mail in Korean. */
export const ko: LayoutTexts = {
  hello: '{firstName}님, 안녕하세요.',
  helloAll: '안녕하세요.',
  linkHint: '버튼이 작동하지 않으면 이 주소를 브라우저에 복사하세요:',
  automatic: '이 메일은 자동으로 발송되었습니다. 문의: {supportEmail}',
  operator: '{brand} 운영사: {operator}',
  never: '메일, 채팅, 전화로 비밀번호나 코드를 절대 묻지 않습니다.',
};

import type { LayoutTexts } from './en.ts';

/** The texts around every mail in Japanese. */
export const ja: LayoutTexts = {
  hello: '{firstName}様',
  helloAll: 'お客様',
  linkHint: 'ボタンが使えない場合は、このアドレスをブラウザにコピーしてください：',
  automatic: 'このメールは自動送信です。ご質問は{supportEmail}までお寄せください。',
  operator: '{brand}は{operator}が運営しています。',
  never: 'メール、チャット、電話でパスワードやコードをお尋ねすることは決してありません。',
};

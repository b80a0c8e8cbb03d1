import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: DepositsMailTexts = {
  deposit_alarm: {
    subject: '警報：出金後に入金がチェーンから消えました',
    heading: '出金後に入金がチェーンから消えました',
    body: 'チェーンの再編成により、承認済みの売却の根拠となった送金が取り除かれました。後のブロックで戻ることがあります。戻らなければ、暗号資産は届いていません。同じお客様に再び支払う前に、この売却を確認してください。',
    sale: '売却',
    hash: 'トランザクションハッシュ',
    open: '売却を確認',
  },
};

import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: '通貨ペアのレートが変更されました',
    heading: 'レートが変更されました',
    body: 'このレートはすぐに顧客に表示されます。心当たりがない場合は、すぐにパスワードを変更し、すべてのレートを確認してください。',
    pair: 'ペア',
    before: '変更前',
    now: '現在',
    none: 'なし',
    open: 'レートを見る',
  },
};

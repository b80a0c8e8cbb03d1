import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: '受取口座が変更されました',
    heading: '受取口座が変更されました',
    body: 'お客様はここに設定された口座に支払います。ご自身の操作でない場合は、すぐにパスワードを変更し、すべての口座をご確認ください。',
    account: '口座',
    currency: '通貨',
    change: '操作',
    created: '追加',
    changed: '変更',
    deleted: '削除',
    open: '口座を確認',
  },
  payment_method_alarm: {
    subject: '警報：受取口座が改ざんされました',
    heading: '受取口座が改ざんされました',
    body: '本製品が書き込んでいない受取口座がデータベースにあります。お客様には表示されず、この口座への支払いが案内されることもありません。何者かがデータベースに書き込める状態です。誰かを突き止めたうえで、口座を保存し直してください。',
    account: '口座',
    open: '口座を確認する',
  },
};

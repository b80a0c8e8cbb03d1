import type { KycMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: KycMailTexts = {
  kyc: {
    notes: '審査担当者からのコメント',
  },
  kyc_received: {
    subject: '本人確認書類を受け取りました',
    heading: '本人確認書類を受け取りました',
    body: '担当者が審査します（審査：{review}）。結果が出しだいご連絡します。お客様のお手続きは不要です。',
    never: '書類をメールやチャットで送らないでください。',
    open: '本人確認の状態を見る',
  },
  kyc_approved: {
    subject: '本人確認が完了しました',
    heading: '本人確認が完了しました',
    body: '今後は{days}日間で{limit} USDを超えて売却できます。',
    open: '暗号資産を売却',
  },
  kyc_rejected: {
    subject: '本人確認ができませんでした',
    heading: '本人確認ができませんでした',
    body: '理由は以下のとおりです。修正のうえ、書類を再度ご提出ください。前回の入力内容は残っています。',
    open: '再提出する',
    help: '誤りと思われる場合は、{supportEmail}までご連絡ください。',
  },
  kyc_revoked: {
    subject: '本人確認が無効になりました',
    heading: '本人確認が無効になりました',
    body: '理由は以下のとおりです。書類を再度ご提出いただき審査が済むまで、{days}日間で{limit} USDまで売却できます。すでに提出された取引には影響しません。',
    open: '再提出する',
  },
  kyc_expired: {
    subject: '本人確認書類の有効期限が切れました',
    heading: '本人確認書類の有効期限が切れました',
    body: '有効な書類の審査が済むまで、{days}日間で{limit} USDまで売却できます。前回の入力内容は残っています。',
    open: '新しい書類を提出する',
  },
  kyc_expiring: {
    subject: '本人確認書類の有効期限が近づいています',
    heading: '本人確認書類の有効期限が近づいています',
    body: 'お客様の書類の有効期限は{date}です。期限を過ぎると、新しい書類をご提出いただき審査が済むまで、{days}日間で{limit} USDまでの売却となります。',
    open: '本人確認の状態を見る',
  },
};

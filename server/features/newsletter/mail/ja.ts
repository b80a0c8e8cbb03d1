import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: '登録の確定をお願いします',
    heading: 'ワンクリックで登録が完了します',
    body: 'このアドレスで、お知らせの登録のお申し込みがありました。確定されるまで何もお送りしません。',
    open: '登録を確定',
    ignore: 'お心当たりがない場合、お手続きは不要です。未確定のアドレスは1週間後に消去されます。',
    leave: '今後メールを受け取らない',
  },
  newsletter_welcome: {
    subject: '登録が完了しました',
    heading: '登録が完了しました',
    body: '今後、{brand}のお知らせをこのアドレスにお届けします。それまでの間、これまでの記事をご覧ください。',
    open: 'ブログを読む',
    leave: '登録を解除',
  },
};

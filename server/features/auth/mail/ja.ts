import type { AuthMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: AuthMailTexts = {
  verification_code: {
    subject: '認証コードのお知らせ',
    heading: '認証コード',
    body: 'このコードを入力してメールアドレスを確認してください。有効期限は{minutes}分です。',
    ignore: 'お心当たりがない場合は、このメールを破棄してください。',
  },
  already_registered: {
    subject: 'お客様のアドレスで登録が試みられました',
    heading: 'すでにアカウントをお持ちです',
    body: 'このメールアドレスでの登録が試みられました（お客様ご自身かもしれません）。何も変更されていません。',
    signIn: 'ログイン',
    forgot: 'パスワードをお忘れの場合は、新しく設定できます：',
    reset: 'パスワードを再設定',
    ignore: 'お心当たりがない場合も、お手続きは不要です。',
  },
  password_reset: {
    subject: 'パスワードの再設定',
    heading: '新しいパスワードの設定',
    body: '{minutes}分以内にこのリンクをお使いください。1回限り有効で、すべての端末からログアウトされます。',
    open: '新しいパスワードを設定',
    ignore: 'お心当たりがない場合は、このメールを破棄してください。パスワードはそのままです。',
  },
  password_changed: {
    subject: 'パスワードが変更されました',
    heading: 'パスワードが変更されました',
    body: 'アカウントのパスワードが変更され、ほかのすべての端末がログアウトされました。',
    notYou: 'お心当たりがない場合は、すぐにパスワードを再設定し、当社にご連絡ください。',
    reset: 'パスワードを再設定',
  },
  email_changed: {
    subject: 'アカウントのメールアドレスが変更されました',
    heading: 'メールアドレスが変更されました',
    body: 'アカウントのメールアドレスが変更されました。今後は新しいアドレスにご連絡します。',
    notYou: 'お心当たりがない場合は、すぐに{supportEmail}までご連絡ください。',
  },
  second_factor_changed: {
    subject: '二段階認証の設定が変更されました',
    heading: '二段階認証の設定が変更されました',
    on: '今後、ログインの際に認証アプリのコードが必要です。',
    off: '今後、ログインの際に認証アプリのコードは不要です。',
    codes: '新しいリカバリーコードが発行されました。以前のコードは使えません。',
    notYou: 'お心当たりがない場合は、すぐにパスワードを再設定し、当社にご連絡ください。',
    reset: 'パスワードを再設定',
  },
};

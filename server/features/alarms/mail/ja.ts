import type { AlarmsMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: AlarmsMailTexts = {
  audit_cut: {
    subject: '警報：監査ログの末尾が切り取られました',
    heading: '監査ログの末尾が切り取られました',
    body: 'データベースの監査ログに、下記のチェックポイントがなくなっています。末尾の記録が削除されたか、データベースが以前の状態に戻されました。ご自身でバックアップを復元した場合は、データフォルダーの audit-head.json を削除して再起動してください。そうでなければ、何者かがデータベースに書き込める状態です。突き止めてください。',
  },
  audit_head: {
    subject: '監査ログはチェックポイント{seq}まで続いています',
    heading: '監査ログの到達点',
    body: 'このメールを保管してください。サーバーとデータベースを掌握した者が監査ログの末尾を切り取った場合でも、後で確認できます。下記の番号とハッシュを指定して監査ログの検査を実行してください。',
  },
  checkpoint: 'チェックポイント',
  hash: 'ハッシュ',
  open: '監査ログを開く',
};

import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: TeamMailTexts = {
  team_invitation: {
    subject: 'チームへの招待',
    heading: 'チームに招待されました',
    body: '{brand} のチームに「{role}」として招待されました。パスワードを決め、二段階認証を設定して始めてください。',
    valid: 'このリンクは {hours} 時間有効で、一度だけ使えます。',
    accept: '招待を承諾する',
    ignore: '心当たりがない場合は、このメールを無視してください。',
    roles: {
      owner: 'オーナー',
      reviewer: '審査担当',
      payer: '支払い担当',
      support: 'サポート',
      auditor: '監査担当',
    },
  },
};

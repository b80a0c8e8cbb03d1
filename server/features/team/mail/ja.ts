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
  owner_notice: {
    invited: {
      subject: 'チームへの招待が送られました',
      heading: 'チームへの招待が送られました',
      body: 'あなたのチームへの招待が送られました。心当たりがない場合は、招待を取り消し、誰が送ったかを確認してください。',
    },
    joined: {
      subject: 'チームに新しいメンバーが加わりました',
      heading: 'チームに新しいメンバーが加わりました',
      body: '招待が承諾されました。この人に心当たりがない場合は、すぐに参加を終了してください。',
    },
    promoted: {
      subject: 'チームのメンバーの役割が変わりました',
      heading: 'メンバーの権限が広がりました',
      body: 'あるメンバーに、これまでより多くのことができる役割が与えられました。心当たりがない場合は、役割を元に戻し、誰が与えたかを確認してください。',
    },
    erasure: {
      subject: 'ユーザーが消去されます',
      heading: 'ユーザーが消去されます',
      body: 'チームのメンバーがユーザーの消去を依頼しました。ユーザーはすでにブロックされ、ログアウトされています。下記の時刻まではオーナーがユーザーのページで取り消せます。その後、データはなくなります。',
    },
    member: 'メンバー',
    role: '役割',
    by: '依頼者',
    time: '消去日時（UTC）',
    open: '確認する',
  },
};

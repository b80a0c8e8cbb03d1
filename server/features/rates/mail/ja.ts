import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: RatesMailTexts = {
  held_rate_notice: {
    subject: 'レートが保留されています',
    heading: '確認が必要なレートがあります',
    body: '新しいレートが直前の正常レートから大きく離れています。承認されるまで提示されません。より低い価格が確認待ちの間、そのコインは誰も売却できません。',
    rate: 'レート',
    before: '直前の正常レート',
    now: '情報源のレート',
    from: '情報源',
    none: 'まだありません',
    open: '管理画面を開く',
  },
  rates_stopped_notice: {
    subject: 'レートが届いていません',
    heading: 'レートが届かなくなりました',
    body: 'この情報源から有効なレートが長時間届いていないため、関係する売却の見積もりを停止しています。復旧すると自動的に再開します。',
    from: '情報源',
    since: '最後の成功',
    reason: '理由',
    never: 'なし',
    open: '管理画面を開く',
  },
};

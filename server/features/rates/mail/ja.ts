import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: RatesMailTexts = {
  held_rate_notice: {
    subject: 'レートが保留されています',
    heading: '確認が必要なレートがあります',
    body: '新しいレートが直前の正常レートから大きく離れています。承認されるまで提示されません。',
    rate: 'レート',
    before: '直前の正常レート',
    now: '情報源のレート',
    from: '情報源',
    none: 'まだありません',
    open: '管理画面を開く',
  },
};

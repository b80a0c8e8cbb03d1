import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: ChatMailTexts = {
  agent_request_notice: {
    subject: '担当者への依頼があります',
    heading: '担当者への依頼があります',
    from: '連絡先アドレス',
    message: 'メッセージ',
    open: 'チャット対応を開く',
  },
  chat_answer: {
    subject: 'チャットにメッセージがあります',
    heading: 'サポートからのメッセージ',
    body: 'ご不在の間に、チャットで次のメッセージをお送りしました：',
    answer: 'サポート',
    safety: 'チャットや関連のメールで入金アドレスや銀行口座をお送りすることはありません。',
    open: 'チャットを続ける',
  },
};

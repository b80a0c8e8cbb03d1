import type { BotTexts } from './en.ts';

export const ja: BotTexts = {
  sell: '1. 暗号資産を選ぶ。2. 数量を入力する。3. 受取口座を入力する。4. 表示されたウォレットに送る。5. 送金の証明をアップロードする。レートは{minutes}分間固定されます。',
  fees: '手数料は{tiers}、別途ネットワーク手数料がかかります。手数料は売却前に表示されます。',
  kyc: '{limit}を超える場合は本人確認が必要です。審査：{kyc}。結果はメールでお知らせします。',
  status: 'ログインすると、取引履歴で注文の各段階と時刻をご覧いただけます。',
  order: '最新の注文{reference}：{status}。承認後の出金：{payout}。',
  noOrder: '注文はまだありません。「暗号資産を売却」から始められます。',
  payment: '銀行振込、PayPal、Wiseで出金します。',
  time: 'お客様の送金：{transfer}。当社の確認：{check}。出金：{payout}。',
  hello: 'こんにちは！売却、手数料、本人確認、所要時間、ご注文についてご質問ください。',
  agent: 'メールアドレスをご入力ください。担当者がご連絡します。営業時間（{hours}）内の返信：{agentReply}。',
  default:
    'お答えが見つかりませんでした。売却、手数料、本人確認、所要時間、受取方法についてご質問いただくか、担当者とお話しください。',
  safety:
    '入金アドレスはお客様ご自身の売却画面にだけ表示し、チャット、メール、Telegramではお送りしません。パスワードやシードフレーズをお尋ねすることもありません。',
  team: '承知しました。サポートチームにおつなぎします。',
  unknown: 'その内容はわかりかねます。サポートチームにおつなぎします。',
  connected: 'サポートチームにつながりました。ここに書いた内容はチームに届きます。',
  received: 'メッセージをサポートチームに送りました。',
  tierBase: '通常{percent}',
  tierOver: '{amount}超は{percent}',
  statuses: {
    pending: '保留中',
    processing: '処理中',
    completed: '完了',
    rejected: '却下',
    failed: '失敗',
  },
};

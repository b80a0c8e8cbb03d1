import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in Japanese. */
export const ja: OrdersMailTexts = {
  order: {
    reference: '受付番号',
    gives: '送る額',
    pays: '受取額',
    open: '取引履歴を見る',
    notes: '担当者より',
  },
  reasons: {
    cancelled_by_customer: 'お客様による取り消し',
    proof_not_received:
      '{hours}時間以内に支払いの証明が届きませんでした。お支払い済みの場合は、受付番号を添えてサポートへご連絡ください。',
    quote_expired:
      '証明が届いたとき、見積もりは期限切れで、利用できるレートがありませんでした。当社の担当者が確認するまで、金額は見積もりのものです。',
  },
  order_received: {
    subject: 'ご注文{reference}を受け付けました',
    heading: 'ご注文を受け付けました',
    body: 'すべての注文を担当者が確認します（確認：{check}）。段階ごとにメールでお知らせします。',
  },
  order_awaiting_proof: {
    subject: '両替{reference}は支払いの証明を待っています',
    heading: 'あと一歩：支払いの証明',
    body: '両替を受け付けました。{hours}時間以内に支払いの証明をアップロードしてください。期限を過ぎると、両替は自動的にキャンセルされます。',
    cancel: 'まだお支払いでない場合は、取引履歴から両替を取り消せます。',
  },
  order_processing: {
    subject: 'ご注文{reference}を処理しています',
    heading: 'ご注文を処理しています',
    body: 'ご注文の処理を始めました。出金しだいご連絡します。',
  },
  order_completed: {
    subject: 'ご注文{reference}が完了しました',
    heading: '出金しました',
    body: 'ご注文の出金が完了しました。着金の時期は銀行やウォレットによって異なります。目安：{payout}。',
  },
  order_rejected: {
    subject: 'ご注文{reference}は却下されました',
    heading: 'ご注文は却下されました',
    body: 'ご注文をお受けできませんでした。理由は以下のとおりです。',
    help: '誤りと思われる場合は、受付番号を添えて{supportEmail}までご連絡ください。',
  },
  order_failed: {
    subject: 'ご注文{reference}を実行できませんでした',
    heading: 'ご注文を実行できませんでした',
    body: 'ご注文を実行できませんでした。理由は以下のとおりです。',
    help: 'ご質問は、受付番号を添えて{supportEmail}までご連絡ください。',
  },
  address_stopped: {
    subject: '{reference}：表示されたアドレスには送らないでください',
    heading: 'この入金アドレスはもう使わないでください',
    body: 'お客様の売却の入金アドレスを停止しました。今後こちらに送られた暗号資産は失われるおそれがあります。',
    unsent: 'まだ送っていない場合は、この売却を取り消し、新しい売却を始めてください。',
    sent: 'すでに送った場合は、売却を開いて送金の写真を追加するか、受付番号を添えて{supportEmail}までご連絡ください。',
    open: '売却を開く',
  },
  new_order_notice: {
    subject: '新しい注文{reference}',
    heading: '新しい注文が届いています',
    sell: '暗号資産の売却',
    fiat: '通貨両替',
    kind: '種類',
    gives: 'お客様の支払額',
    pays: 'お客様の受取額',
    open: '管理画面を開く',
  },
  order_alarm: {
    subject: '警報：注文{reference}が改ざんされました',
    heading: '注文が改ざんされました',
    body: 'この注文またはその見積もりは、本製品が書き込んだ内容と異なる状態でデータベースにあります。アドレス、口座、金額のいずれかが変更されました。お客様にアドレスは表示されず、承認もできません。何者かがデータベースに書き込める状態です。突き止めたうえで、お客様と対応を決めてください。',
    open: '管理画面を開く',
  },
};

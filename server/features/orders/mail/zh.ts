import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: OrdersMailTexts = {
  order: {
    reference: '编号',
    gives: '您发送',
    pays: '您收到',
    open: '查看交易记录',
    notes: '工作人员留言',
  },
  reasons: {
    cancelled_by_customer: '您已取消',
    proof_not_received: '{hours}小时内未收到付款凭证。如已付款，请联系客服并注明编号。',
    quote_expired: '收到您的凭证时报价已过期，且没有可用汇率。在我们的团队确认之前，金额以报价为准。',
  },
  order_received: {
    subject: '我们已收到您的订单{reference}',
    heading: '我们已收到您的订单',
    body: '每笔订单都由人工核对（核对时间：{check}）。每一步我们都会写信通知您。',
  },
  order_awaiting_proof: {
    subject: '您的兑换{reference}等待付款凭证',
    heading: '还差一步：付款凭证',
    body: '您的兑换已创建。请在{hours}小时内上传付款凭证，否则兑换将自动取消。',
    cancel: '如果您尚未付款，可以在交易记录中取消这笔兑换。',
  },
  order_processing: {
    subject: '您的订单{reference}正在处理',
    heading: '您的订单正在处理',
    body: '我们已开始处理您的订单，打款后会立即写信通知您。',
  },
  order_completed: {
    subject: '您的订单{reference}已完成',
    heading: '款项已打出',
    body: '您的订单已打款。到账时间取决于您的银行或钱包，通常为：{payout}。',
  },
  order_rejected: {
    subject: '您的订单{reference}被拒绝',
    heading: '您的订单被拒绝',
    body: '我们无法接受您的订单，原因见下方。',
    help: '如果您认为有误，请写信至{supportEmail}并注明编号。',
  },
  order_failed: {
    subject: '您的订单{reference}失败',
    heading: '您的订单未能执行',
    body: '我们未能执行您的订单，原因见下方。',
    help: '如有疑问，请写信至{supportEmail}并注明编号。',
  },
  address_stopped: {
    subject: '请勿将{reference}的资产转入所显示的地址',
    heading: '请勿再使用该充值地址',
    body: '我们已停用您此次出售的充值地址。此后转入的资产可能丢失。',
    unsent: '如果您尚未转账，请取消本次出售并重新开始。',
    sent: '如果您已转账，请打开该笔出售并添加转账照片，或写信至{supportEmail}并注明编号。',
    open: '打开出售',
  },
  new_order_notice: {
    subject: '新订单{reference}',
    heading: '有新订单等待您处理',
    sell: '出售加密货币',
    fiat: '货币兑换',
    kind: '类型',
    gives: '客户付出',
    pays: '客户收到',
    open: '打开后台',
  },
  order_alarm: {
    subject: '警报：订单{reference}遭篡改',
    heading: '订单遭篡改',
    body: '数据库中的此订单或其报价与本产品写入的内容不符：某个地址、账户或金额被修改。客户看不到任何地址，订单也无法批准。有人能够写入您的数据库。请查明是谁，然后与客户一起处理该订单。',
    open: '打开后台',
  },
};

import type { BotTexts } from './en.ts';

export const zh: BotTexts = {
  sell: '1. 选择币种。2. 输入数量。3. 填写收款账户。4. 将加密货币发送到显示的钱包地址。5. 上传付款凭证。您的汇率会锁定{minutes}分钟。',
  fees: '我们的手续费：{tiers}，另加您自己的钱包在发送时收取的网络费。出售前会显示我们的手续费。',
  kyc: '超过{limit}需要身份认证。审核时间：{kyc}，结果会通过邮件通知您。',
  status: '登录后可在“交易记录”中查看订单，每一步及其时间都在那里。',
  order: '您最近的订单{reference}：{status}。订单通过后的打款时间：{payout}。',
  noOrder: '您还没有订单，可在“出售加密货币”中开始。',
  payment: '我们通过银行转账、PayPal或Wise打款。',
  time: '转账时间：{transfer}。核对时间：{check}。打款时间：{payout}。',
  hello: '您好！可以咨询出售、手续费、身份认证、时间或您的订单。',
  agent: '请留下邮箱，工作人员会联系您。服务时间（{hours}）内回复时间：{agentReply}。',
  default: '这个问题我没有找到答案。可以咨询出售、手续费、身份认证、时间或收款方式，也可以转人工客服。',
  safety: '充值地址只会显示在您自己的出售单中，绝不会出现在聊天、邮件或Telegram中；我们也绝不会索要您的密码或助记词。',
  team: '好的，正在为您联系客服团队。',
  unknown: '这个我不清楚，正在为您联系客服团队。',
  connected: '已为您接通客服团队，您在这里写的内容会发给他们。',
  received: '您的消息已发送给客服团队。',
  tierBase: '标准{percent}',
  tierOver: '超过{amount}为{percent}',
  statuses: {
    pending: '待处理',
    processing: '处理中',
    completed: '已完成',
    rejected: '已拒绝',
    failed: '失败',
  },
};

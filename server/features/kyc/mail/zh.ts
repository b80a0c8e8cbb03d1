import type { KycMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: KycMailTexts = {
  kyc: {
    notes: '审核员备注',
  },
  kyc_received: {
    subject: '我们已收到您的证件',
    heading: '我们已收到您的证件',
    body: '工作人员会进行审核（审核时间：{review}）。有结果后会立即写信通知您，您无需再做任何事。',
    never: '请勿通过邮件或聊天发送证件。',
    open: '查看认证状态',
  },
  kyc_approved: {
    subject: '您的身份已认证',
    heading: '您的身份已认证',
    body: '此后您可以在{days}天内出售超过{limit} USD。',
    open: '出售加密货币',
  },
  kyc_rejected: {
    subject: '未能认证您的身份',
    heading: '未能认证您的身份',
    body: '原因见下方。请修改后重新提交证件：您上次填写的内容都还在。',
    open: '重新提交',
    help: '如果您认为有误，请写信至{supportEmail}。',
  },
  kyc_revoked: {
    subject: '您的身份认证已失效',
    heading: '您的身份认证已失效',
    body: '原因见下方。在您重新提交证件并通过审核之前，{days}天内最多可出售{limit} USD。已提交的订单不受影响。',
    open: '重新提交',
  },
  kyc_expired: {
    subject: '您的证件已过期',
    heading: '您的证件已过期',
    body: '在我们审核有效证件之前，{days}天内最多可出售{limit} USD。您上次填写的内容都还在。',
    open: '提交新证件',
  },
  kyc_expiring: {
    subject: '您的证件即将过期',
    heading: '您的证件即将过期',
    body: '您的证件有效期至{date}。此后，在您提交新证件并通过审核之前，{days}天内最多可出售{limit} USD。',
    open: '查看认证状态',
  },
};

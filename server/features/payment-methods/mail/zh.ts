import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: '后台的收款账户已变更',
    heading: '收款账户已变更',
    body: '客户会向此处设置的账户付款。如果不是您本人操作，请立即修改密码并检查每个账户。',
    account: '账户',
    currency: '货币',
    change: '操作',
    created: '已添加',
    changed: '已修改',
    deleted: '已删除',
    open: '查看账户',
  },
  payment_method_alarm: {
    subject: '警报：收款账户遭篡改',
    heading: '收款账户遭篡改',
    body: '数据库中出现了一个并非由本产品写入的收款账户。该账户不会向客户展示，也不会有人被要求向其付款。有人能够写入您的数据库。请查明是谁，然后重新保存该账户。',
    account: '账户',
    open: '查看账户',
  },
};

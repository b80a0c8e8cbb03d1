import type { WalletsMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: WalletsMailTexts = {
  wallet_notice: {
    asked: {
      subject: '充值地址即将变更',
      heading: '充值地址即将变更',
      body: '客户将看到以下地址。请与您自己的钱包比对。如果不是您的地址，请立即取消变更并修改密码。',
    },
    live: {
      subject: '充值地址已变更',
      heading: '充值地址已变更',
      body: '新的出售会显示以下地址，已开始的出售仍用当时显示的地址。请与您自己的钱包比对。如果不是您的地址，请立即停用该币种并修改密码。',
    },
    cancelled: {
      subject: '充值地址的变更已取消',
      heading: '变更已取消',
      body: '客户仍会看到原来的地址，而不是以下地址。',
    },
    stopped: {
      subject: '充值地址已永久停用',
      heading: '充值地址已停用',
      body: '以下地址不再出现在任何页面，客户看到的是警告。如果这不在您的意料之中，请询问您的团队，并设置其他地址。',
    },
    coin: '币种',
    address: '地址',
    memo: '标签（Tag）',
    liveAt: '生效时间（UTC）',
    open: '查看地址',
  },
  wallet_alarm: {
    subject: '警报：充值地址遭篡改',
    heading: '充值地址遭篡改',
    body: '数据库中有一个并非由本产品写入的充值地址。它不会显示给客户，客户会看到“地址不可用”。有人能够写入您的数据库。请查明是谁，然后重新设置地址。',
    coin: '币种',
    open: '查看地址',
  },
};

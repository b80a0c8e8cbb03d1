import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: DepositsMailTexts = {
  deposit_alarm: {
    subject: '警报：付款后充值从链上消失',
    heading: '付款后充值从链上消失',
    body: '链重组移除了一笔已批准出售所依据的转账。它可能会在之后的区块中恢复。如果没有恢复，说明币从未到账。在再次向同一客户付款之前，请查看这笔出售。',
    sale: '出售',
    hash: '交易哈希',
    open: '查看出售',
  },
};

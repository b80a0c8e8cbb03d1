import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: '货币对汇率已更改',
    heading: '汇率已更改',
    body: '客户会立即看到这些汇率。如果不是您更改的，请立即修改密码并检查所有汇率。',
    pair: '货币对',
    before: '之前',
    now: '现在',
    none: '无',
    open: '查看汇率',
  },
};

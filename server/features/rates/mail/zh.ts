import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: RatesMailTexts = {
  held_rate_notice: {
    subject: '有汇率被暂缓',
    heading: '有汇率需要您确认',
    body: '新汇率与上一有效汇率相差过大，在您接受之前不会报价。',
    rate: '汇率',
    before: '上一有效汇率',
    now: '当前来源报价',
    from: '来源',
    none: '暂无',
    open: '打开后台',
  },
};

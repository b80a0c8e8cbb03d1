import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: RatesMailTexts = {
  held_rate_notice: {
    subject: '有汇率被暂缓',
    heading: '有汇率需要您确认',
    body: '新汇率与上一有效汇率相差过大，在您接受之前不会报价。有更低价格待确认期间，任何人都无法出售该币种。',
    rate: '汇率',
    before: '上一有效汇率',
    now: '当前来源报价',
    from: '来源',
    none: '暂无',
    open: '打开后台',
  },
  rates_stopped_notice: {
    subject: '收不到汇率',
    heading: '汇率已停止更新',
    body: '该来源已长时间未提供可用数据，依赖它的出售暂停报价，恢复后会自动继续。',
    from: '来源',
    since: '上次成功',
    reason: '原因',
    never: '从未',
    open: '打开后台',
  },
};

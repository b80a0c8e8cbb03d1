import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: 'تغيّر سعر زوج عملات',
    heading: 'تغيّر سعر',
    body: 'تُعرض الأسعار المحددة هنا على العملاء فورًا. إن لم يكن هذا التغيير منك، فغيّر كلمة مرورك الآن وراجع كل سعر.',
    pair: 'الزوج',
    before: 'قبل',
    now: 'الآن',
    none: 'لا شيء',
    open: 'عرض الأسعار',
  },
};

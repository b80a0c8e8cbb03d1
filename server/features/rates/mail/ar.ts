import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: RatesMailTexts = {
  held_rate_notice: {
    subject: 'سعر موقوف بانتظار قرارك',
    heading: 'سعر يحتاج إلى نظرك',
    body: 'سعر جديد بعيد عن آخر سعر سليم. لا يُعرض حتى تقبله. ما دام سعر أقل في الانتظار، لا يمكن لأحد بيع هذه العملة.',
    rate: 'السعر',
    before: 'آخر سعر سليم',
    now: 'المعروض الآن',
    from: 'المصدر',
    none: 'لا يوجد بعد',
    open: 'فتح المكتب',
  },
  rates_stopped_notice: {
    subject: 'لا تصل أسعار',
    heading: 'توقف وصول الأسعار',
    body: 'لم يرسل هذا المصدر ما يصلح منذ مدة طويلة، فلم تعد المبيعات التي تعتمد عليه تُسعَّر. ستعود وحدها عند عودته.',
    from: 'المصدر',
    since: 'آخر نجاح',
    reason: 'السبب',
    never: 'لم يحدث',
    open: 'فتح المكتب',
  },
};

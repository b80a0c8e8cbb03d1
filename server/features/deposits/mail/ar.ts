import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: DepositsMailTexts = {
  deposit_alarm: {
    subject: 'إنذار: اختفى إيداع من السلسلة بعد صرف المبلغ',
    heading: 'اختفى إيداع من السلسلة بعد صرف المبلغ',
    body: 'أزالت إعادة تنظيم للسلسلة التحويل الذي وُوفق على عملية بيع بناءً عليه. قد يعود في كتلة لاحقة. وإن لم يعد فالعملات لم تصل قط. راجع عملية البيع قبل أن تدفع للعميل نفسه مرة أخرى.',
    sale: 'عملية البيع',
    hash: 'معرّف المعاملة (هاش)',
    open: 'عرض عملية البيع',
  },
};

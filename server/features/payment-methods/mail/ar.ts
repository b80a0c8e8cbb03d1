import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: 'تغيّر حساب استلام للمكتب',
    heading: 'تغيّر حساب استلام',
    body: 'يدفع العملاء إلى الحسابات المسجّلة هنا. إن لم يكن هذا التغيير منك، فغيّر كلمة مرورك الآن وراجع كل حساب.',
    account: 'الحساب',
    currency: 'العملة',
    change: 'ما الذي جرى',
    created: 'أُضيف',
    changed: 'تغيّر',
    deleted: 'حُذف',
    open: 'عرض الحسابات',
  },
  payment_method_alarm: {
    subject: 'إنذار: جرى التلاعب بحساب استلام',
    heading: 'جرى التلاعب بحساب استلام',
    body: 'يوجد في قاعدة البيانات حساب استلام لم يكتبه هذا المنتج. لا يُعرض على العملاء، ولا يُطلب من أحد الدفع إليه. هناك من يستطيع الكتابة في قاعدة بياناتكم. اعرفوا من هو، ثم احفظوا الحساب من جديد.',
    account: 'الحساب',
    open: 'عرض الحسابات',
  },
};

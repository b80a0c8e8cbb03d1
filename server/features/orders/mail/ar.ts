import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: OrdersMailTexts = {
  order: {
    reference: 'الرقم المرجعي',
    gives: 'ترسل',
    pays: 'تستلم',
    open: 'عرض معاملاتك',
    notes: 'رسالة من فريقنا',
    cancelled: 'ألغيتَها بنفسك',
    unproven: 'لم يصل إثبات الدفع خلال المهلة ({hours} ساعة). إذا كنت قد دفعت، فراسل الدعم واذكر الرقم المرجعي.',
  },
  order_received: {
    subject: 'وصلنا طلبك \u2066{reference}\u2069',
    heading: 'وصلنا طلبك',
    body: 'يراجع شخص كل طلب. مدة المراجعة: \u2068{check}\u2069. نكتب إليك عند كل خطوة.',
  },
  order_awaiting_proof: {
    subject: 'عملية الصرف \u2066{reference}\u2069 بانتظار إثبات الدفع',
    heading: 'بقيت خطوة واحدة: إثبات الدفع',
    body: 'فتحنا عملية الصرف الخاصة بك. يُرجى رفع إثبات الدفع خلال {hours} ساعة، وإلا أُلغيت العملية تلقائيًا.',
    cancel: 'إن لم تدفع، فيمكنك إلغاء عملية الصرف من معاملاتك.',
  },
  order_processing: {
    subject: 'طلبك \u2066{reference}\u2069 قيد المعالجة',
    heading: 'طلبك قيد المعالجة',
    body: 'بدأنا العمل على طلبك وسنكتب إليك فور إرسال الدفعة.',
  },
  order_completed: {
    subject: 'اكتمل طلبك \u2066{reference}\u2069',
    heading: 'تم إرسال دفعتك',
    body: 'دفعنا لك قيمة طلبك. يتوقف موعد وصولها على بنكك أو محفظتك. المعتاد: \u2068{payout}\u2069.',
  },
  order_rejected: {
    subject: 'رُفض طلبك \u2066{reference}\u2069',
    heading: 'رُفض طلبك',
    body: 'لم نتمكن من قبول طلبك. تجد السبب أدناه.',
    help: 'إن كنت ترى أن هذا خطأ، فراسل \u2066{supportEmail}\u2069 واذكر الرقم المرجعي.',
  },
  order_failed: {
    subject: 'تعذّر تنفيذ طلبك \u2066{reference}\u2069',
    heading: 'تعذّر تنفيذ طلبك',
    body: 'لم نتمكن من تنفيذ طلبك. تجد السبب أدناه.',
    help: 'لديك أسئلة؟ راسل \u2066{supportEmail}\u2069 واذكر الرقم المرجعي.',
  },
  new_order_notice: {
    subject: 'طلب جديد \u2066{reference}\u2069',
    heading: 'طلب جديد بانتظارك',
    sell: 'بيع عملة رقمية',
    fiat: 'صرف عملات',
    kind: 'النوع',
    gives: 'يرسل العميل',
    pays: 'يستلم العميل',
    open: 'فتح المكتب',
  },
};

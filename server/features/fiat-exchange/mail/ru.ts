import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in Russian. */
export const ru: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: 'Изменён курс валютной пары',
    heading: 'Курс изменён',
    body: 'Клиенты сразу видят эти курсы. Если это изменили не вы, смените пароль и проверьте все курсы.',
    pair: 'Пара',
    before: 'Было',
    now: 'Стало',
    none: 'нет',
    open: 'Посмотреть курсы',
  },
};

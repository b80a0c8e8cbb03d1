import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Russian. */
export const ru: RatesMailTexts = {
  held_rate_notice: {
    subject: 'Курс задержан',
    heading: 'Посмотрите на этот курс',
    body: 'Новый курс далёк от последнего верного. Он не действует, пока вы его не примете.',
    rate: 'Курс',
    before: 'Последний верный',
    now: 'Предложен сейчас',
    from: 'Источник',
    none: 'ещё нет',
    open: 'Открыть панель',
  },
  rates_stopped_notice: {
    subject: 'Курсы не поступают',
    heading: 'Курсы перестали поступать',
    body: 'Этот источник так долго не присылает ничего пригодного, что зависящие от него продажи больше не котируются. Они возобновятся сами.',
    from: 'Источник',
    since: 'Последний успех',
    reason: 'Причина',
    never: 'никогда',
    open: 'Открыть панель',
  },
};

import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: RatesMailTexts = {
  held_rate_notice: {
    subject: 'Una tasa está retenida',
    heading: 'Una tasa requiere su revisión',
    body: 'Una tasa nueva se aleja mucho de la última válida. No se ofrece hasta que usted la acepte. Mientras espera un precio más bajo, nadie puede vender esa moneda.',
    rate: 'Tasa',
    before: 'Última válida',
    now: 'Ofrecida ahora',
    from: 'Fuente',
    none: 'aún ninguna',
    open: 'Abrir la mesa',
  },
  rates_stopped_notice: {
    subject: 'No llegan tasas',
    heading: 'Han dejado de llegar tasas',
    body: 'Hace tanto que esta fuente no envía nada útil que las ventas que dependen de ella ya no se cotizan. Se reanudan solas.',
    from: 'Fuente',
    since: 'Último éxito',
    reason: 'Motivo',
    never: 'nunca',
    open: 'Abrir la mesa',
  },
};

import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: 'Se cambió la tasa de un par',
    heading: 'Se cambió una tasa',
    body: 'Los clientes ven estas tasas al instante. Si el cambio no fue suyo, cambie su contraseña ahora y revise todas las tasas.',
    pair: 'Par',
    before: 'Antes',
    now: 'Ahora',
    none: 'ninguna',
    open: 'Ver las tasas',
  },
};

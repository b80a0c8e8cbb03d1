import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: DepositsMailTexts = {
  deposit_alarm: {
    subject: 'Alarma: un depósito salió de la cadena después del pago',
    heading: 'Un depósito salió de la cadena después del pago',
    body: 'Una reorganización de la cadena eliminó la transferencia por la que se aprobó una venta. Puede volver en un bloque posterior. Si no vuelve, las monedas nunca llegaron. Revise la venta antes de volver a pagar al mismo cliente.',
    sale: 'Venta',
    hash: 'Hash de la transacción',
    open: 'Ver la venta',
  },
};

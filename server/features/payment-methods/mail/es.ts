import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: 'Se cambió una cuenta receptora de la mesa',
    heading: 'Se cambió una cuenta receptora',
    body: 'Los clientes pagan a las cuentas configuradas aquí. Si este cambio no es suyo, cambie ahora su contraseña y revise cada cuenta.',
    account: 'Cuenta',
    currency: 'Moneda',
    change: 'Qué se hizo',
    created: 'agregada',
    changed: 'cambiada',
    deleted: 'eliminada',
    open: 'Ver las cuentas',
  },
  payment_method_alarm: {
    subject: 'Alarma: se manipuló una cuenta receptora',
    heading: 'Se manipuló una cuenta receptora',
    body: 'En la base de datos hay una cuenta receptora que este producto no escribió. No se muestra a los clientes y a nadie se le pide que pague en ella. Alguien puede escribir en su base de datos. Averigüe quién y después guarde la cuenta de nuevo.',
    account: 'Cuenta',
    open: 'Ver las cuentas',
  },
};

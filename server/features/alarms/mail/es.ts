import type { AlarmsMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: AlarmsMailTexts = {
  audit_cut: {
    subject: 'Alarma: cortaron el final del registro de auditoría',
    heading: 'Cortaron el final del registro de auditoría',
    body: 'El registro de auditoría de la base de datos ya no contiene el punto de control de abajo: se eliminaron entradas del final o se recuperó un estado anterior de la base de datos. Si usted restauró una copia de seguridad, elimine audit-head.json de la carpeta de datos y reinicie. Si no, alguien puede escribir en su base de datos: averigüe quién.',
  },
  audit_head: {
    subject: 'El registro de auditoría llega al punto de control {seq}',
    heading: 'Hasta dónde llega el registro de auditoría',
    body: 'Conserve este correo. Más adelante muestra si se cortaron entradas del final del registro de auditoría, incluso por alguien que controle el servidor y su base de datos: ejecute la verificación con el número y el hash de abajo.',
  },
  checkpoint: 'Punto de control',
  hash: 'Hash',
  open: 'Abrir el registro de auditoría',
};

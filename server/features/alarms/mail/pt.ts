import type { AlarmsMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: AlarmsMailTexts = {
  audit_cut: {
    subject: 'Alarme: o fim do registro de auditoria foi cortado',
    heading: 'O fim do registro de auditoria foi cortado',
    body: 'O registro de auditoria no banco de dados não contém mais o ponto de verificação abaixo: entradas foram removidas do fim ou um estado anterior do banco foi trazido de volta. Se você mesmo restaurou um backup, apague audit-head.json na pasta de dados e reinicie. Caso contrário, alguém consegue gravar no seu banco de dados: descubra quem.',
  },
  audit_head: {
    subject: 'O registro de auditoria vai até o ponto de verificação {seq}',
    heading: 'Até onde vai o registro de auditoria',
    body: 'Guarde este e-mail. Ele mostra depois se entradas foram cortadas do fim do registro de auditoria, mesmo por alguém que controle o servidor e o banco de dados: execute a verificação com o número e o hash abaixo.',
  },
  checkpoint: 'Ponto de verificação',
  hash: 'Hash',
  open: 'Abrir o registro de auditoria',
};

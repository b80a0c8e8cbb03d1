import type { AlarmsMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: AlarmsMailTexts = {
  audit_cut: {
    subject: 'Alerte : la fin du journal d’audit a été coupée',
    heading: 'La fin du journal d’audit a été coupée',
    body: 'Le journal d’audit de la base de données ne contient plus le point de contrôle ci-dessous : des entrées ont été retirées de la fin, ou un état antérieur de la base a été rétabli. Si vous avez vous-même restauré une sauvegarde, supprimez audit-head.json dans le dossier de données et redémarrez. Sinon, quelqu’un peut écrire dans votre base de données : cherchez qui.',
  },
  audit_head: {
    subject: 'Le journal d’audit va jusqu’au point de contrôle {seq}',
    heading: 'Jusqu’où va le journal d’audit',
    body: 'Conservez ce message. Il montrera plus tard si des entrées ont été coupées à la fin du journal d’audit, même par quelqu’un qui contrôle le serveur et sa base de données : lancez la vérification avec le numéro et le hachage ci-dessous.',
  },
  checkpoint: 'Point de contrôle',
  hash: 'Hachage',
  open: 'Ouvrir le journal d’audit',
};

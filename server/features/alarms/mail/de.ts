import type { AlarmsMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: AlarmsMailTexts = {
  audit_cut: {
    subject: 'Alarm: Das Ende des Prüfprotokolls wurde abgeschnitten',
    heading: 'Das Ende des Prüfprotokolls wurde abgeschnitten',
    body: 'Das Prüfprotokoll in der Datenbank enthält den Prüfpunkt unten nicht mehr: Am Ende wurden Einträge entfernt, oder ein älterer Stand der Datenbank wurde eingespielt. Haben Sie selbst eine Sicherung eingespielt, löschen Sie audit-head.json im Datenordner und starten Sie neu. Andernfalls kann jemand in Ihre Datenbank schreiben: Finden Sie heraus, wer.',
  },
  audit_head: {
    subject: 'Das Prüfprotokoll reicht bis Prüfpunkt {seq}',
    heading: 'Wie weit das Prüfprotokoll reicht',
    body: 'Bewahren Sie diese E-Mail auf. Sie zeigt später, ob Einträge am Ende des Prüfprotokolls abgeschnitten wurden, selbst von jemandem, der den Server und seine Datenbank beherrscht: Rufen Sie die Prüfung mit der Nummer und dem Hash unten auf.',
  },
  checkpoint: 'Prüfpunkt',
  hash: 'Hash',
  open: 'Prüfprotokoll öffnen',
};

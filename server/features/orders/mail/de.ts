import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: OrdersMailTexts = {
  order: {
    reference: 'Referenz',
    gives: 'Sie senden',
    pays: 'Sie erhalten',
    open: 'Ihre Transaktionen ansehen',
    notes: 'Nachricht von unserem Team',
  },
  reasons: {
    cancelled_by_customer: 'Von Ihnen storniert',
    proof_not_received:
      'Innerhalb von {hours} Stunden ist kein Zahlungsnachweis eingegangen. Wenn Sie gezahlt haben, schreiben Sie dem Support und nennen Sie die Referenz.',
    quote_expired:
      'Das Angebot war abgelaufen, und als Ihr Nachweis kam, gab es keinen Kurs. Es gilt der Betrag des Angebots, bis unser Team ihn bestätigt.',
  },
  order_received: {
    subject: 'Ihr Auftrag {reference} ist eingegangen',
    heading: 'Ihr Auftrag ist eingegangen',
    body: 'Wir prüfen jeden Auftrag; Dauer: {check}. Zu jedem Schritt schreiben wir Ihnen.',
  },
  order_awaiting_proof: {
    subject: 'Ihr Tausch {reference} wartet auf Ihren Zahlungsnachweis',
    heading: 'Ein Schritt fehlt noch: Ihr Zahlungsnachweis',
    body: 'Ihr Tausch ist eröffnet. Bitte laden Sie den Nachweis Ihrer Zahlung innerhalb von {hours} Stunden hoch; sonst wird der Tausch automatisch storniert.',
    cancel: 'Falls Sie nicht bezahlt haben, können Sie den Tausch in Ihren Transaktionen stornieren.',
  },
  order_processing: {
    subject: 'Ihr Auftrag {reference} wird bearbeitet',
    heading: 'Ihr Auftrag wird bearbeitet',
    body: 'Wir haben mit Ihrem Auftrag begonnen und schreiben Ihnen, sobald er ausgezahlt ist.',
  },
  order_completed: {
    subject: 'Ihr Auftrag {reference} ist abgeschlossen',
    heading: 'Ihre Auszahlung ist unterwegs',
    body: 'Wir haben Ihren Auftrag ausgezahlt. Wann das Geld ankommt, hängt von Ihrer Bank oder Wallet ab. Übliche Dauer: {payout}.',
  },
  order_rejected: {
    subject: 'Ihr Auftrag {reference} wurde abgelehnt',
    heading: 'Ihr Auftrag wurde abgelehnt',
    body: 'Wir konnten Ihren Auftrag nicht annehmen. Unten lesen Sie, warum.',
    help: 'Halten Sie das für einen Irrtum, schreiben Sie an {supportEmail} und nennen Sie die Referenz.',
  },
  order_failed: {
    subject: 'Ihr Auftrag {reference} ist fehlgeschlagen',
    heading: 'Ihr Auftrag konnte nicht ausgeführt werden',
    body: 'Wir konnten Ihren Auftrag nicht ausführen. Unten lesen Sie, warum.',
    help: 'Fragen? Schreiben Sie an {supportEmail} und nennen Sie die Referenz.',
  },
  address_stopped: {
    subject: 'Senden Sie für {reference} keine Coins an die gezeigte Adresse',
    heading: 'Nutzen Sie diese Einzahlungsadresse nicht mehr',
    body: 'Wir haben die Einzahlungsadresse Ihres Verkaufs gesperrt. Coins, die ab jetzt dorthin gehen, können verloren sein.',
    unsent: 'Wenn Sie noch nichts gesendet haben, stornieren Sie diesen Verkauf und beginnen Sie einen neuen.',
    sent: 'Wenn Sie schon Coins gesendet haben, öffnen Sie den Verkauf und laden Sie das Foto der Überweisung hoch, oder schreiben Sie an {supportEmail} und nennen Sie die Referenz.',
    open: 'Verkauf öffnen',
  },
  new_order_notice: {
    subject: 'Neuer Auftrag {reference}',
    heading: 'Ein neuer Auftrag wartet auf Sie',
    sell: 'Krypto-Verkauf',
    fiat: 'Währungstausch',
    kind: 'Art',
    gives: 'Kunde gibt',
    pays: 'Kunde erhält',
    open: 'Backoffice öffnen',
  },
  order_alarm: {
    subject: 'Alarm: Auftrag {reference} wurde manipuliert',
    heading: 'Ein Auftrag wurde manipuliert',
    body: 'Dieser Auftrag oder sein Angebot steht anders in der Datenbank, als dieses Produkt ihn geschrieben hat: Eine Adresse, ein Konto oder ein Betrag wurde geändert. Der Kunde sieht dafür keine Adresse, und genehmigen lässt er sich nicht. Jemand kann in Ihre Datenbank schreiben. Finden Sie heraus, wer, und klären Sie den Auftrag dann mit dem Kunden.',
    open: 'Backoffice öffnen',
  },
};

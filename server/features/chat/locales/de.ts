import type { BotTexts } from './en.ts';

export const de: BotTexts = {
  sell: '1. Wählen Sie eine Kryptowährung. 2. Geben Sie den Betrag ein. 3. Geben Sie Ihre Bankverbindung an. 4. Senden Sie die Coins an die angezeigte Wallet. 5. Laden Sie Ihren Zahlungsnachweis hoch. Ihr Kurs ist {minutes} Minuten lang garantiert.',
  fees: 'Unsere Gebühren: {tiers}, zuzüglich der Netzwerkgebühr, die Ihr eigenes Wallet beim Senden berechnet. Unsere Gebühr sehen Sie vor dem Verkauf.',
  kyc: 'Über {limit} ist eine Identitätsprüfung erforderlich. Dauer der Prüfung: {kyc}; das Ergebnis kommt per E-Mail.',
  status:
    'Melden Sie sich an, um Ihre Aufträge unter Transaktionen zu sehen: Jeder Schritt steht dort mit seiner Uhrzeit.',
  order: 'Ihr neuester Auftrag {reference}: {status}. Auszahlung nach der Freigabe: {payout}.',
  noOrder: 'Sie haben noch keine Aufträge. Beginnen Sie unter „Krypto verkaufen“.',
  payment: 'Wir zahlen per Banküberweisung, PayPal oder Wise aus.',
  time: 'Ihre Überweisung: {transfer}. Unsere Prüfung: {check}. Die Auszahlung: {payout}.',
  hello: 'Guten Tag! Fragen Sie nach Verkauf, Gebühren, Verifizierung, Zeiten oder Ihrem Auftrag.',
  agent:
    'Hinterlassen Sie Ihre E-Mail-Adresse, dann meldet sich ein Mitarbeiter bei Ihnen. Antwortzeit: {agentReply}, während unserer Zeiten ({hours}).',
  default:
    'Dazu habe ich keine Antwort gefunden. Fragen Sie nach Verkauf, Gebühren, Verifizierung, Zeiten oder Auszahlungswegen, oder sprechen Sie mit einem Mitarbeiter.',
  safety:
    'Eine Einzahlungsadresse zeigen wir nur in Ihrem eigenen Verkauf, nie im Chat, per E-Mail oder auf Telegram, und wir fragen nie nach Ihrem Passwort oder Ihrer Seed-Phrase.',
  team: 'Gern. Ich hole unser Support-Team dazu.',
  unknown: 'Das weiß ich nicht. Ich hole unser Support-Team dazu.',
  connected: 'Sie sind mit unserem Support-Team verbunden. Was Sie hier schreiben, kommt jetzt dort an.',
  received: 'Ihre Nachricht ging an unser Support-Team.',
  tierBase: '{percent} Standard',
  tierOver: '{percent} über {amount}',
  statuses: {
    pending: 'ausstehend',
    processing: 'in Arbeit',
    completed: 'abgeschlossen',
    rejected: 'abgelehnt',
    failed: 'fehlgeschlagen',
  },
};

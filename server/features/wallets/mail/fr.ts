import type { WalletsMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: WalletsMailTexts = {
  wallet_notice: {
    asked: {
      subject: 'Une adresse de dépôt va changer',
      heading: 'Une adresse de dépôt va changer',
      body: 'L’adresse ci-dessous sera montrée aux clients. Comparez-la à votre propre portefeuille. Si ce n’est pas la vôtre, annulez le changement et modifiez tout de suite votre mot de passe.',
    },
    live: {
      subject: 'Une adresse de dépôt a été modifiée',
      heading: 'Une adresse de dépôt a été modifiée',
      body: 'Les nouvelles ventes voient l’adresse ci-dessous ; celles déjà commencées gardent celle qu’elles ont vue. Comparez-la à votre propre portefeuille. Si ce n’est pas la vôtre, désactivez la crypto et modifiez tout de suite votre mot de passe.',
    },
    cancelled: {
      subject: 'Le changement d’une adresse de dépôt a été annulé',
      heading: 'Un changement a été annulé',
      body: 'Les clients continuent de voir l’ancienne adresse, pas celle ci-dessous.',
    },
    stopped: {
      subject: 'Une adresse de dépôt a été bloquée définitivement',
      heading: 'Une adresse de dépôt a été bloquée',
      body: 'L’adresse ci-dessous n’est plus sur aucun écran : les clients lisent un avertissement à la place. Si vous ne vous y attendiez pas, interrogez votre équipe et définissez une autre adresse.',
    },
    coin: 'Crypto',
    address: 'Adresse',
    memo: 'Tag de destination',
    liveAt: 'En vigueur dès (UTC)',
    open: 'Voir les adresses',
  },
  wallet_alarm: {
    subject: 'Alerte : une adresse de dépôt a été falsifiée',
    heading: 'Une adresse de dépôt a été falsifiée',
    body: 'La base de données contient une adresse de dépôt que ce produit n’a pas écrite. Elle n’est pas montrée aux clients : ils lisent « Adresse indisponible ». Quelqu’un peut écrire dans votre base de données. Cherchez qui, puis fixez l’adresse à nouveau.',
    coin: 'Crypto',
    open: 'Voir les adresses',
  },
};

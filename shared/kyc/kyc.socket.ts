/** Identity request events on /ws: to the user their status, to admins that the list has changed. */
export type KycSocketEvent = { type: 'kyc_updated'; status: string } | { type: 'kyc_queue_changed' };

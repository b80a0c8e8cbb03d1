/** What /ws tells about identity requests: the person where they stand now, the desk that its list has changed. */
export type KycSocketEvent = { type: 'kyc_updated'; status: string } | { type: 'kyc_queue_changed' };

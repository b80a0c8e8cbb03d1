/** The name shown for every agent: customers never see a real one. Screens show it in the reader's language. */
export const agentName = 'Admin Agent';

/** The name every agent goes by: customers learn nobody's own. A screen shows it in the reader's language. */
export const agentName = 'Admin Agent';

/** The name in a conversation of a customer who is not signed in. */
export const visitorName = 'Visitor';

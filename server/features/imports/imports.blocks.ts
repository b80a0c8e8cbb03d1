/** The number of rows that are compared or written by one statement. */
export const rowsAtOnce = 500;

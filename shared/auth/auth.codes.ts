/** Minutes for which a mailed code is accepted. */
export const codeMinutes = 10;

/** The number of wrong attempts that end a mailed code. */
export const attemptsPerCode = 5;

/** Literally from contract 4.3: its doubled backslash allows the backslash itself. */
export const namePattern = /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/;

/** {@link namePattern} in words. */
export const nameMessage =
  "The name has to have 3 to 63 characters: letters, digits, spaces, dots, underscores and dashes; " +
  "it begins with a letter or digit and does not end with a space or dash.";

/** Keeps a reference or a standard such as `LF-N26A-GZ` or `ERC-20` in one line: no break follows its hyphens. */
export const withFirmHyphens = (text: string): string => text.replaceAll('-', '\u2011');

const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\/|Chromium\//],
  ['Safari', /Safari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** "Chrome, Android" from a user agent; no name if neither is known. A hint for the user, not proof. */
export function browserOf(userAgent: string): { name: string | undefined; isPhone: boolean } {
  const names = [browsers, systems].map((patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0]);
  return { name: names.filter(Boolean).join(', ') || undefined, isPhone: /Mobile|Android|iPhone/.test(userAgent) };
}

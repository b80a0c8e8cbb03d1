import type { ReactNode } from 'react';
import { directionOf } from '#client/lib/i18n/i18n.ts';

/** The whole document, which the server renders and the browser hydrates. */
export function Document(props: { language: string; noScript?: string; children: ReactNode }) {
  const { language, noScript, children } = props;
  return (
    // Theme, language and reading direction may be others by then: before-paint.js reads the visitor's choice.
    <html lang={language} dir={directionOf(language)} className="dark" suppressHydrationWarning>
      <head />
      <body>
        <div id="root">{children}</div>
        {noScript && <noscript>{noScript}</noscript>}
      </body>
    </html>
  );
}

import type { PageAssets } from '#shared/kernel/ssr.ts';

interface DocumentHeadProps {
  assets: PageAssets;
  structuredData: readonly object[];
}

/** What index.html holds in its head, with the files of the build, and what the page is in the words of schema.org. */
export function DocumentHead({ assets, structuredData }: DocumentHeadProps) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
      <meta name="color-scheme" content="dark light" />
      <script>{assets.inlineScript}</script>
      {assets.styles.map((file) => (
        <link key={file} rel="stylesheet" crossOrigin="" href={file} />
      ))}
      {assets.fonts.map((file) => (
        <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="" href={file} />
      ))}
      {assets.imports.map((file) => (
        <link key={file} rel="modulepreload" crossOrigin="" href={file} />
      ))}
      <script type="module" crossOrigin="" src={assets.script} />
      <link rel="icon" href="/favicon.ico" sizes="48x48" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {structuredData.map((item) => (
        <script key={inScript(item)} type="application/ld+json">
          {inScript(item)}
        </script>
      ))}
    </>
  );
}

/** JSON that cannot end the element it stands in. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

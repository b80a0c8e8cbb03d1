import { publishedAddresses } from '#server/features/blog/blog.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsIn, settingsOf, shippedSettings } from '#server/features/settings/settings.service.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import type { Platform } from '#server/platform.ts';
import { publicPages } from '#shared/landing/landing.pages.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import manifest from './landing.manifest.json' with { type: 'json' };

/** Validity of security.txt in days; each request renews it. */
const securityContactDays = 90;

/** Pages behind a sign-in and private ones, which search engines must not index. */
const notForSearch = ['/admin', '/api/', '/dashboard', '/sell', '/transactions', '/kyc', '/profile', '/newsletter/'];

/** The addresses of all public pages and published posts. */
export async function sitemapFile(deps: Pick<Platform, 'db' | 'publicUrl'>): Promise<FileAnswer> {
  const posts = await publishedAddresses(deps);
  const entries = [
    ...publicPages.map((path) => `<url><loc>${deps.publicUrl}${path}</loc></url>`),
    ...posts.map(
      ({ path, updatedAt }) =>
        `<url><loc>${deps.publicUrl}${path}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    ),
  ];
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return asFile('sitemap.xml', 'application/xml; charset=utf-8', `${head}\n${entries.join('\n')}\n</urlset>\n`);
}

/** The pages that search engines leave out. */
export function robotsFile({ publicUrl }: Pick<Platform, 'publicUrl'>): FileAnswer {
  const rules = notForSearch.map((path) => `Disallow: ${path}`);
  const lines = ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''];
  return asFile('robots.txt', 'text/plain; charset=utf-8', lines.join('\n'));
}

/** The name and the pictures with which a device installs the product. */
export function manifestFile(deps: SettingsPorts, language: LanguageCode): FileAnswer {
  const { name, tagline } = settingsIn(language, settingsOf(deps)).brand;
  const manifestFields = { name, short_name: name, description: tagline, ...manifest };
  return asFile('manifest.webmanifest', 'application/manifest+json; charset=utf-8', JSON.stringify(manifestFields));
}

/** The address to which security holes are reported (RFC 9116). */
export function securityContactFile(deps: Pick<Platform, 'now' | 'env' | 'publicUrl'> & SettingsPorts): FileAnswer {
  const expires = new Date(deps.now().getTime() + securityContactDays * dayMs).toISOString();
  const { supportEmail } = settingsOf(deps).brand;
  // In production security reports go to the owner while no address for them is set.
  const isShipped = deps.env.production && supportEmail === shippedSettings(deps.env).brand.supportEmail;
  const lines = [
    `Contact: mailto:${isShipped ? deps.env.admin.email : supportEmail}`,
    `Expires: ${expires}`,
    `Canonical: ${deps.publicUrl}/.well-known/security.txt`,
    `Preferred-Languages: ${languages.map(({ code }) => code).join(', ')}`,
    '',
  ];
  return asFile('security.txt', 'text/plain; charset=utf-8', lines.join('\n'));
}

function asFile(downloadName: string, type: string, text: string): FileAnswer {
  const bytes = Buffer.from(text);
  return { bytes, type, size: bytes.length, downloadName, inline: true };
}

// What search engines and previews of links are told of each public page; browsers that run the page say it themselves.
const pages = [
  {
    path: '/blog',
    title: 'Blog · Landfall',
    description: 'How selling crypto works, what moves rates, and how to keep your coins safe.',
  },
  {
    path: '/contact',
    title: 'Contact Us · Landfall',
    description: 'Reach a person at Landfall by live chat or email, and see how soon they answer.',
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy · Landfall',
    description: 'What Landfall knows about you, why, who sees it, and for how long.',
  },
  {
    path: '/terms-of-service',
    title: 'Terms of Service · Landfall',
    description: 'What you can expect of Landfall, and Landfall of you.',
  },
  {
    path: '/login',
    title: 'Sign In · Landfall',
    description: 'Sign in to sell your cryptocurrency and follow your payouts.',
  },
  {
    path: '/register',
    title: 'Create your account · Landfall',
    description: 'Open an account with an email address and a code, in about three minutes.',
  },
];

/** The page of index.html with its own title, description and address; one for each public path. */
export function pagesFrom(index) {
  return pages.map(({ path, title, description }) => {
    const html = index
      .replace(/<title>[^<]*<\/title>/, `<title>${title}</title>`)
      .replace(/(<meta\s+name="description"\s+content=")[^"]*/, `$1${description}`)
      .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, `$1${title}`)
      .replace(/(<meta\s+property="og:description"\s+content=")[^"]*/, `$1${description}`)
      .replace(/(<meta\s+property="og:url"\s+content="[^"]*?)\/"/, `$1${path}"`)
      .replace(/(<link\s+rel="canonical"\s+href="[^"]*?)\/"/, `$1${path}"`);
    return { path, html };
  });
}

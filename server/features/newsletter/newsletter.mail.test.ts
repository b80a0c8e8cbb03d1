import { expect, test } from 'vitest';
import { describeMails, renderedMail } from '#tests/setup/mails.ts';
import { newsletterMail } from './newsletter.mail.templates.ts';

const leave = { unsubscribePath: '/newsletter/unsubscribe?token=x', oneClickPath: '/api/unsubscribe?token=x' };
const { newsletter_post: _post, ...ours } = newsletterMail;

describeMails(ours, {
  newsletter_confirm: { path: '/newsletter/confirm?token=abc', ...leave },
  newsletter_welcome: leave,
});

const post = { title: 'A new coin: TRX', excerpt: 'Now you can sell TRX.', path: '/blog/1', ...leave };
const renderPost = (data: Partial<typeof post> & { isTest?: boolean } = {}) =>
  renderedMail({ template: 'newsletter_post', data: { ...post, ...data } });

test('a subscriber reads the subject and sender of a post, and how to unsubscribe', () => {
  const { subject, html, text } = renderPost();
  expect(subject).toBe(post.title);
  for (const part of [html, text]) {
    expect(part).toContain(post.excerpt);
    expect(part).toContain('https://desk.example.com/blog/1');
    expect(part).toContain('https://desk.example.com/newsletter/unsubscribe?token=x');
    expect(part).not.toContain('Only you got it');
  }
});

test('a member who tests a post reads that only they got it', () => {
  const { subject, text } = renderPost({ isTest: true });
  expect(subject).toBe(`Test: ${post.title}`);
  expect(text).toContain('Only you got it.');
});

test('a post without an excerpt, or with markup in its title, is a complete and harmless mail', () => {
  expect(renderPost({ excerpt: '' }).text).toContain('/blog/1');
  const { subject, html } = renderPost({ title: '<img src=x>\r\nBcc: a@x.test {{supportEmail}}' });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<img');
});

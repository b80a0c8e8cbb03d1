import type { z } from 'zod';
import { settingsIn, type Settings } from '#server/features/settings/settings.service.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { adminBlogPostView, blogPostSummary } from '#shared/blog/blog.contract.ts';
import { topicOf } from '#shared/blog/blog.rules.ts';
import type { BlogPostRow, PublishedRow } from './blog.queries.ts';

export type BlogPostSummary = z.input<typeof blogPostSummary>;
export type AdminBlogPost = z.input<typeof adminBlogPostView>;

/** A published post as lists show it, with the settings' values interpolated. */
export function presentSummary(row: PublishedRow, variables: Record<string, string>): BlogPostSummary {
  const { id, title, excerpt, language, category, tags, featured, featuredImage, authorName, readMinutes } = row;
  return {
    id,
    language,
    category,
    tags,
    featured,
    featuredImage,
    title: interpolateVariables(title, variables),
    excerpt: interpolateVariables(excerpt, variables),
    topic: topicOf(category),
    author: authorName,
    readTime: readMinutes,
    publishDate: row.publishDate.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Presents a post to the team. */
export const presentPost = (row: BlogPostRow): AdminBlogPost => toWireRow(row);

/** Variables of a text, written {{name}}, from the current settings: an article never shows an outdated fee. */
export function articleVariables(settings: Settings): Record<string, string> {
  const { brand, fees, limits, support, times } = settingsIn('en', settings);
  const tiers = fees.tiers.toSorted((a, b) => a.overUsd - b.overUsd);
  const steps = tiers.map(({ overUsd, percent }) =>
    overUsd > 0 ? `${percent}% above ${usd(overUsd)}` : `${percent}%`,
  );
  const valuesByName: Record<string, string> = {
    supportHours: support.hours,
    emailReply: support.emailReply,
    agentReply: support.agentReply,
    transferTime: times.transfer,
    checkTime: times.check,
    payoutTime: times.payout,
    kycTime: times.kyc,
  };
  return {
    // An unset value keeps its name in the draft.
    ...Object.fromEntries(Object.entries(valuesByName).filter(([, text]) => text !== '')),
    brand: brand.name,
    operator: brand.operator,
    supportEmail: brand.supportEmail,
    standardFee: `${tiers[0]?.percent ?? 0}%`,
    lowestFee: `${Math.min(...tiers.map(({ percent }) => percent))}%`,
    fees: steps.join(', '),
    kycLimit: usd(limits.kycUsd),
    kycDays: String(limits.kycDays),
    holdMinutes: String(limits.quoteMinutes),
    uploadSize: `${Math.round(limits.uploadBytes / 1024 / 1024)} MB`,
  };
}

const usd = (amount: number): string => `${amount.toLocaleString('en-US')} USD`;

/** Interpolates variables into a text; an unknown name stays as written. */
export function interpolateVariables(text: string, variables: Record<string, string>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? placeholder) : placeholder,
  );
}

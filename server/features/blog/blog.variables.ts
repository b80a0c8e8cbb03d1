import type { Settings } from '#server/features/settings/settings.service.ts';

/** Variables of a text, written {{name}}, from the current settings: an article never shows an outdated fee. */
export function articleVariables({ brand, fees, limits, support, times }: Settings): Record<string, string> {
  const tiers = fees.tiers.toSorted((a, b) => a.overUsd - b.overUsd);
  const steps = tiers.map(({ overUsd, percent }) =>
    overUsd > 0 ? `${percent}% above ${usd(overUsd)}` : `${percent}%`,
  );
  return {
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
    supportHours: support.hours,
    emailReply: support.emailReply,
    agentReply: support.agentReply,
    transferTime: times.transfer,
    checkTime: times.check,
    payoutTime: times.payout,
    kycTime: times.kyc,
  };
}

const usd = (amount: number): string => `${amount.toLocaleString('en-US')} USD`;

/** Interpolates variables into a text; an unknown name stays as written. */
export function interpolateVariables(text: string, variables: Record<string, string>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}

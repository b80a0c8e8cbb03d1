import { clsx } from 'clsx';
import { useState } from 'react';

/** A picture of an article. One that fails to load leaves its alt text and no gap. */
export function Picture({ src, alt, className }: { src: string; alt: string; className?: string }) {
  const [isBroken, setBroken] = useState(false);
  if (!/^(https?:\/\/|\/(?![/\\]))/i.test(src) || isBroken)
    return alt ? <span className="text-muted">{alt}</span> : null;
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={clsx('rounded-card border border-line bg-sunken', className)}
      onError={() => setBroken(true)}
    />
  );
}

const radius = 18;
const length = 2 * Math.PI * radius;
/** Gap between two parts of a counting ring. */
const gap = 5;
/** More parts than this would look like dots. */
const maxParts = 8;

/** Confirmations as a ring of parts: the number reached of the number required. */
export function CountRing({ count, total }: { count: number; total: number }) {
  const isParted = total <= maxParts;
  const part = length / Math.max(1, total);
  const dash = isParted && total > 1 ? `${part - gap} ${length - part + gap}` : `${length} 0`;
  const parts = isParted ? Array.from({ length: total }, (_unused, index) => index) : [];
  return (
    <svg viewBox="0 0 44 44" className="line-ring" aria-hidden="true">
      {parts.map((index) => (
        <circle
          key={index}
          cx="22"
          cy="22"
          r={radius}
          data-done={index < count}
          strokeDasharray={dash}
          strokeDashoffset={-index * part - gap / 2}
          transform="rotate(-90 22 22)"
        />
      ))}
      {!isParted && <ShareOf share={count / total} />}
      <text x="22" y="26.5">
        {count}/{total}
      </text>
    </svg>
  );
}

/** The remaining time as a ring. */
export function TimeRing({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 44 44" className="line-ring" aria-hidden="true">
      <ShareOf share={share} />
    </svg>
  );
}

function ShareOf({ share }: { share: number }) {
  const filledLength = Math.min(1, Math.max(0, share)) * length;
  return (
    <>
      <circle cx="22" cy="22" r={radius} data-done={false} />
      <circle
        cx="22"
        cy="22"
        r={radius}
        data-done
        strokeDasharray={`${filledLength} ${length}`}
        transform="rotate(-90 22 22)"
      />
    </>
  );
}

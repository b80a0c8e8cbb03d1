/**
 * In place of a part that is being fetched: what stands below it is seen together with it, and so is not seen to move.
 * It takes the focus already.
 */
export function Awaited() {
  return <span hidden aria-busy="true" className="[&~:not(dialog)]:opacity-0" />;
}

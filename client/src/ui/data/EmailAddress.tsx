import { Fragment } from 'react';
import { shownEmail } from '#shared/kernel/email-address.ts';

/** An email address as a person reads it: one that is too long for its line is broken after its @ or a dot, and only then inside a word. */
export function EmailAddress({ email }: { email: string }) {
  return (
    <bdi dir="ltr" className="wrap-anywhere">
      {shownEmail(email)
        .match(/[^@.]+[@.]?|[@.]/g)
        ?.map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
    </bdi>
  );
}

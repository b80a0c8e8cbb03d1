import { Fragment } from 'react';
import { shownEmail } from '#shared/kernel/email-address.ts';

/** An email address that wraps after its @ or a dot if it is too long for its line, and only then inside a word. */
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

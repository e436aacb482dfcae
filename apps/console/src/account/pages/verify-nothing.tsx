import { createFileRoute } from '@tanstack/react-router'
import { BadLink } from '../completion/bad-link.tsx'
import { PublicPage } from '../public-page.tsx'

export const Route = createFileRoute('/verify-organization')({ component: VerifyNothing })

/** A verification link that lost its end, as mail programs may break it. */
function VerifyNothing() {
  return (
    <PublicPage title="No Organization Found">
      <BadLink title="No Organization Found">
        This address names no organisation. Open the whole link from your email.
      </BadLink>
    </PublicPage>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { BadLink } from '../completion/bad-link.tsx'
import { PublicPage } from '../public-page.tsx'

export const Route = createFileRoute('/verify-organization')({ component: VerifyNothing })

/** A verification link without its end, which mail programs may cut off. */
function VerifyNothing() {
  return (
    <PublicPage title="No Organization Found">
      <BadLink title="No Organization Found">
        This address has no organisation in it. Open the whole link from your email.
      </BadLink>
    </PublicPage>
  )
}

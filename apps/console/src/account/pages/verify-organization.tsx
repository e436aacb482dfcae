import { createFileRoute } from '@tanstack/react-router'
import { Verification } from '../completion/verification.tsx'
import { PublicPage } from '../public-page.tsx'

export const Route = createFileRoute('/verify-organization/$organizationUuid')({ component: VerifyOrganization })

function VerifyOrganization() {
  const { organizationUuid } = Route.useParams()
  return (
    <PublicPage title="Complete Registration" wide>
      <Verification key={organizationUuid} organizationUuid={organizationUuid} />
    </PublicPage>
  )
}

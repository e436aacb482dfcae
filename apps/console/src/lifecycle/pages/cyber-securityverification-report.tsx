import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { VerificationPage } from '../verification/verification-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/cyber-securityverification-report')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <VerificationPage {...useAddress()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { VerificationPage } from '../verification/verification-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/cyber-securityverification-report')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <VerificationPage {...useAddress()} />
}

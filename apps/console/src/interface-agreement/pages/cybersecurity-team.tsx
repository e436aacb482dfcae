import { createFileRoute } from '@tanstack/react-router'
import { TeamPage } from '../team/team-page.tsx'
import { AgreementSearch } from '../search.ts'

export const Route = createFileRoute('/org/interface-agreement/cybersecurity-team')({
  validateSearch: AgreementSearch,
  component: Page,
})

function Page() {
  return <TeamPage search={Route.useSearch()} />
}

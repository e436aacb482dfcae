import { createFileRoute } from '@tanstack/react-router'
import { GlossaryPage } from '../glossary/glossary-page.tsx'
import { AgreementSearch } from '../search.ts'

export const Route = createFileRoute('/org/interface-agreement/glossary')({
  validateSearch: AgreementSearch,
  component: Page,
})

function Page() {
  return <GlossaryPage search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ChangeEntryPage } from '../entry-page.tsx'
import { UuidSearch } from '../search.ts'

export const Route = createFileRoute('/org/catalogues/update-attack-catalogue')({
  validateSearch: UuidSearch,
  component: ChangeAttack,
})

function ChangeAttack() {
  return <ChangeEntryPage catalogue="attack" uuid={Route.useSearch().uuid} />
}

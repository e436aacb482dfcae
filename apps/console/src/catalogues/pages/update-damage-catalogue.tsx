import { createFileRoute } from '@tanstack/react-router'
import { ChangeEntryPage } from '../entry-page.tsx'
import { UuidSearch } from '../search.ts'

export const Route = createFileRoute('/org/catalogues/update-damage-catalogue')({
  validateSearch: UuidSearch,
  component: ChangeDamage,
})

function ChangeDamage() {
  return <ChangeEntryPage catalogue="damage" uuid={Route.useSearch().uuid} />
}

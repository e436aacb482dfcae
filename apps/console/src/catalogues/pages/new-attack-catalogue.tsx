import { createFileRoute } from '@tanstack/react-router'
import { NewEntryPage } from '../entry-page.tsx'

export const Route = createFileRoute('/org/catalogues/new-attack-catalogue')({
  component: () => <NewEntryPage catalogue="attack" />,
})

import { createFileRoute } from '@tanstack/react-router'
import { NewEntryPage } from '../entry-page.tsx'

export const Route = createFileRoute('/org/catalogues/new-damage-catalogue')({
  component: () => <NewEntryPage catalogue="damage" />,
})

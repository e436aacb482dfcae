import { createFileRoute } from '@tanstack/react-router'
import { NewEntryPage } from '../entry-page.tsx'

export const Route = createFileRoute('/org/catalogues/new-threat-catalogue')({
  component: () => <NewEntryPage catalogue="threat" />,
})

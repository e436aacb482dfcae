import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ConfigurationPage } from '../item/configuration-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

/** The same configuration as in Lifecycle, in the menu of Functional Safety. */
export const Route = createFileRoute('/org/functional-safety/system-configuration')({
  validateSearch: z.object({ programId: uuid, projectId: uuid }),
  component: Shown,
})

function Shown() {
  return <ConfigurationPage {...Route.useSearch()} />
}

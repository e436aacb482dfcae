import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ConfigurationPage } from '../item/configuration-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/system-configuration')({ validateSearch: z.object({ programId: z.uuid().optional().catch(undefined) }), component: Shown })

function Shown() {
  return <ConfigurationPage programId={Route.useSearch().programId} />
}

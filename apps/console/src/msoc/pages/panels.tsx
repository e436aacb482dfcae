import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { PanelsPage } from '../panels/panels-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/panels')({
  validateSearch: z.object({
    /** The panel that is edited; `new`: one that is not saved yet. */
    panel: z
      .union([z.uuid(), z.literal('new')])
      .optional()
      .catch(undefined),
  }),
  component: Panels,
})

function Panels() {
  const navigate = Route.useNavigate()
  return <PanelsPage edited={Route.useSearch().panel} edit={(panel) => void navigate({ search: { panel } })} />
}

import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'

const uuid = z.uuid().optional().catch(undefined)

/** The other path that the product has for a program. */
export const Route = createFileRoute('/org/lifecycle/programs/view')({
  validateSearch: z.object({ programId: uuid, uuid }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/org/lifecycle/program', search, replace: true })
  },
})

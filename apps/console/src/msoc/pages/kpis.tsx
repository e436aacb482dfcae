import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { TimeSearch } from '../../core/time/conductor.ts'
import { KpisPage } from '../kpis/kpis-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/kpis')({
  validateSearch: z.object({ ...TimeSearch }),
  component: KpisPage,
})

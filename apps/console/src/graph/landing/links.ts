import type { Phase } from '@carapace/shared/graph/programs/phases'
import { linkOptions } from '@tanstack/react-router'

/** The targets of the figures and rows of the graph's landing panels (rule LANDING-1). */

export const programsAll = linkOptions({ to: '/org/lifecycle/programs' })
export const programsIn = (phase: Phase) => linkOptions({ to: '/org/lifecycle/programs', search: { phase } })
export const programAt = (uuid: string) => linkOptions({ to: '/org/lifecycle/program', search: { programId: uuid } })

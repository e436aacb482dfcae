import type { Licence } from '@carapace/shared/modules'
import type { ComponentType } from 'react'
import { useSession } from '../session/session.ts'

/** Places that one module's pages leave for others to fill, and what a panel there is told. */
export interface Places {
  /** Beside an alert; told anew when the alert is called otherwise, or its status changes. */
  readonly 'beside-alert': {
    readonly alert: {
      readonly uuid: string
      readonly title: string
      readonly status: string
      readonly raised_at: string
    }
  }
}

/** A panel for a place, under a heading of its own. */
export interface PanelFor<Told> {
  readonly title: string
  /** Without it nobody sees the panel. */
  readonly licence: Licence
  readonly Panel: ComponentType<Told>
}

type Filled = { readonly [P in keyof Places]: PanelFor<Places[P]>[] }

const filled: Filled = { 'beside-alert': [] }

/** Puts a panel into a place: modules meet here without knowing each other, and the shell brings them together. */
export function fillPlace<P extends keyof Places>(place: P, panel: PanelFor<Places[P]>): void {
  filled[place].push(panel)
}

/** The panels of a place that the organisation's licence includes. */
export function usePanels<P extends keyof Places>(place: P): readonly PanelFor<Places[P]>[] {
  const licence = useSession()?.organization.license
  return filled[place].filter(
    (panel) =>
      licence !== undefined && licence.is_active && !licence.is_expired && licence.modules.includes(panel.licence),
  )
}

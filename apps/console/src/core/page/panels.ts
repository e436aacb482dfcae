import type { Licence } from '@carapace/shared/modules'
import type { ComponentType } from 'react'
import { type HeldLicence, isHeld } from '../session/licences.ts'
import { useSession } from '../session/session.ts'

/** Places on a module's pages for the panels of other modules, and the properties of a panel there. */
export interface Places {
  /** Beside an alert; rendered again when the title or the status of the alert changes. */
  readonly 'beside-alert': {
    readonly alert: {
      readonly uuid: string
      readonly title: string
      /** The name of the rule or detector. */
      readonly rule: string
      readonly status: string
      readonly raised_at: string
    }
  }
  /** Below a threat scenario that was seen in the field: beside an alert, and on the page of the scenario. */
  readonly 'beside-threat': { readonly threat: { readonly uuid: string; readonly program_uuid: string } }
  /** Beside the analysis of a vulnerability in a program, with the kinds of the artefacts that it touches there. */
  readonly 'beside-vulnerability': { readonly program_uuid: string; readonly kinds: readonly string[] }
  /** On the page of a software's release, as a tab of its own. */
  readonly 'release-tab': {
    readonly release: { readonly uuid: string; readonly software: string; readonly version: string }
  }
  /** Beside a component of a release, and on the page of a component across the fleet; then without a release. */
  readonly 'beside-component': { readonly componentId: number; readonly releaseUuid?: string }
  /** On the page of a vehicle, in its tab Software. */
  readonly 'vehicle-software': { readonly vehicle: { readonly vin: string } }
  /** Beside an alert of a vehicle: what is known of the software that the control unit runs. */
  readonly 'software-of-alert': { readonly vehicle_uuid: string; readonly ecu: string }
  /** The tab of a vehicle's vulnerabilities. */
  readonly 'vehicle-vulnerabilities': { readonly vehicle_uuid: string }
  /** On the page of the organisation's settings: in the first column, in the second column, and below both. */
  readonly 'organisation-start': Readonly<Record<string, never>>
  readonly 'organisation-end': Readonly<Record<string, never>>
  readonly 'organisation-across': Readonly<Record<string, never>>
  /** On the first page: across it, in the column of the user's own work, of the programs, and of the operations. */
  readonly 'landing-across': Readonly<Record<string, never>>
  readonly 'landing-mine': Readonly<Record<string, never>>
  readonly 'landing-work': Readonly<Record<string, never>>
  readonly 'landing-field': Readonly<Record<string, never>>
  /** Below the operations. */
  readonly 'landing-field-end': Readonly<Record<string, never>>
  /** On the dashboard of the security operations, below its own panels. */
  readonly 'operations-dashboard': Readonly<Record<string, never>>
}

/** A panel for a place. */
export interface PanelFor<Props> {
  readonly title: string
  /** Without this licence the panel is hidden. */
  readonly licence: Licence
  /** On the first page a hint takes its place where the licence is missing (rule LANDING-4). */
  readonly hasHint?: true
  readonly Panel: ComponentType<Props>
}

/** Panels by their place. */
export type Panels = { readonly [P in keyof Places]?: readonly PanelFor<Places[P]>[] }

const filled: { [P in keyof Places]: PanelFor<Places[P]>[] } = {
  'beside-alert': [],
  'beside-threat': [],
  'beside-vulnerability': [],
  'release-tab': [],
  'beside-component': [],
  'vehicle-software': [],
  'software-of-alert': [],
  'vehicle-vulnerabilities': [],
  'organisation-start': [],
  'organisation-end': [],
  'organisation-across': [],
  'landing-across': [],
  'landing-mine': [],
  'landing-work': [],
  'landing-field': [],
  'landing-field-end': [],
  'operations-dashboard': [],
}

/** Adds panels to places: the shell connects modules that do not know each other. */
export function addPanels(panels: Panels): void {
  for (const place of Object.keys(filled) as (keyof Places)[]) add(place, panels)
}

function add<P extends keyof Places>(place: P, panels: Panels): void {
  filled[place].push(...(panels[place] ?? []))
}

/** The panels of a place, whatever the licence. */
export function allPanelsIn<P extends keyof Places>(place: P): readonly PanelFor<Places[P]>[] {
  return filled[place]
}

/** The panels of a place that the organisation's licence includes. */
export function usePanels<P extends keyof Places>(place: P): readonly PanelFor<Places[P]>[] {
  return panelsIn(place, useSession()?.organization.license)
}

/** The panels of a place that a licence includes; an expired or inactive one includes none. */
export function panelsIn<P extends keyof Places>(
  place: P,
  licence: HeldLicence | undefined,
): readonly PanelFor<Places[P]>[] {
  return filled[place].filter((panel) => isHeld(licence, panel.licence))
}

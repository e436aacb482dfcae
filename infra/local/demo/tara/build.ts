import type { FieldsOf } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Origin } from '@carapace/shared/graph/artefacts/origin'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import * as analysis from '@carapace/shared/fmea/kinds/fmea.kinds'
import type { fmeaLinks } from '@carapace/shared/fmea/kinds/links'
import * as safety from '@carapace/shared/functional-safety/kinds/concept.kinds'
import * as hazards from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import { hardwareElementKind } from '@carapace/shared/functional-safety/kinds/hardware.kinds'
import type { safetyLinks } from '@carapace/shared/functional-safety/kinds/links'
import * as development from '@carapace/shared/lifecycle/kinds/development.kinds'
import * as item from '@carapace/shared/lifecycle/kinds/item.kinds'
import type { LifecycleLink } from '@carapace/shared/lifecycle/kinds/links'
import * as tara from '@carapace/shared/lifecycle/kinds/tara.kinds'
import type { demoPeople } from '../people.ts'

export type Person = (typeof demoPeople)[number]['name']

/** The kinds of artefacts in the example, by name. */
export const demoKinds = {
  system: item.systemKind,
  component: item.componentKind,
  feature: item.featureKind,
  function: item.functionKind,
  channel: item.channelKind,
  data: item.dataKind,
  boundary: item.boundaryKind,
  environment: item.environmentKind,
  group: item.groupKind,
  'vehicle-model': item.vehicleKind,
  diagram: item.diagramKind,
  assumption: item.assumptionKind,
  asset: tara.assetKind,
  'damage-scenario': tara.damageKind,
  'threat-scenario': tara.threatKind,
  'attack-tree': tara.treeKind,
  control: tara.controlKind,
  goal: tara.goalKind,
  claim: tara.claimKind,
  concept: tara.conceptKind,
  'security-event': tara.eventKind,
  requirement: development.requirementKind,
  specification: development.specificationKind,
  'test-case': development.testKind,
  validation: development.validationKind,
  'production-control': development.controlPlanKind,
  decommissioning: development.decommissioningKind,
  'work-product': development.workProductKind,
  failure: hazards.failureKind,
  hazard: hazards.hazardKind,
  'hazardous-event': hazards.hazardousEventKind,
  'safety-goal': hazards.safetyGoalKind,
  'safety-concept': safety.safetyConceptKind,
  'safety-requirement': safety.safetyRequirementKind,
  'safety-test': safety.safetyTestKind,
  'fault-tree': safety.faultTreeKind,
  'hardware-element': hardwareElementKind,
  fmea: analysis.fmeaKind,
  'fmea-line': analysis.fmeaLineKind,
  'fmea-action': analysis.fmeaActionKind,
} as const
export type DemoKind = keyof typeof demoKinds
export type FieldsFor<K extends DemoKind> = Partial<FieldsOf<(typeof demoKinds)[K]>>

/** Codes at the other ends of links, by link kind: one code, or several separated by spaces. */
type Ends = Partial<Record<LifecycleLink | keyof typeof safetyLinks | keyof typeof fmeaLinks, string>>

/** Properties of an artefact, or defaults for all artefacts of a list. */
export interface About {
  readonly project?: string
  readonly status?: ArtefactStatus
  /** How many days ago it was created, and by whom. */
  readonly day?: number
  readonly by?: Person
  /** Links from upstream artefacts, and to downstream artefacts. */
  readonly from?: Ends
  readonly to?: Ends
  /** Its origin; absent: a user wrote it. */
  readonly origin?: Origin
}

/** An artefact in the example's notation: links, and the uuids in trees and diagrams, are codes. */
export interface DemoArtefact {
  readonly kind: DemoKind
  readonly code: string
  readonly title: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly project: string | undefined
  readonly status: ArtefactStatus
  readonly day: number
  readonly by: Person
  readonly from: Ends
  readonly to: Ends
  readonly origin: Origin
}

type Entry<K extends DemoKind> = readonly [title: string, fields: FieldsFor<K>, about?: About]

/** The artefacts of one kind, from their codes; `common` has the defaults for those without a value of their own. */
export function demoArtefacts<K extends DemoKind>(
  kind: K,
  common: About & { readonly day: number },
  entries: Readonly<Record<string, Entry<K>>>,
): DemoArtefact[] {
  return Object.entries(entries).map(([code, [title, fields, about = {}]]) => ({
    kind,
    code,
    title,
    fields,
    project: about.project ?? common.project,
    status: about.status ?? common.status ?? demoKinds[kind].statuses[0]!,
    day: about.day ?? common.day,
    by: about.by ?? common.by ?? 'Jonas Lind',
    from: { ...common.from, ...about.from },
    to: { ...common.to, ...about.to },
    origin: about.origin ?? common.origin ?? { how: 'written', what: '' },
  }))
}

export const codesIn = (codes: string) => codes.split(' ').filter((code) => code !== '')

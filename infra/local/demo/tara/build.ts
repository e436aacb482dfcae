import type { FieldsOf } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Origin } from '@carapace/shared/graph/artefacts/origin'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import * as development from '@carapace/shared/lifecycle/kinds/development.kinds'
import * as item from '@carapace/shared/lifecycle/kinds/item.kinds'
import type { LifecycleLink } from '@carapace/shared/lifecycle/kinds/links'
import * as tara from '@carapace/shared/lifecycle/kinds/tara.kinds'
import type { demoPeople } from '../people.ts'

export type Person = (typeof demoPeople)[number]['name']

/** The kinds that the example is written in, by name. */
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
} as const
export type DemoKind = keyof typeof demoKinds
export type FieldsFor<K extends DemoKind> = Partial<FieldsOf<(typeof demoKinds)[K]>>

/** Codes at the other ends of links, by the links' kind: one code, or several with spaces between. */
type Ends = Partial<Record<LifecycleLink, string>>

/** What goes for an artefact, or for all of a list that say nothing else. */
export interface About {
  readonly project?: string
  readonly status?: ArtefactStatus
  /** How many days ago it was made, and by whom. */
  readonly day?: number
  readonly by?: Person
  /** Links from what is upstream of it, and to what is downstream. */
  readonly from?: Ends
  readonly to?: Ends
  /** Where it came from; absent: somebody wrote it. */
  readonly origin?: Origin
}

/** An artefact as the example tells it: links, and the uuids in trees and diagrams, are codes. */
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

/** Tells artefacts of one kind by their codes; `common` goes for those that say nothing else. */
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

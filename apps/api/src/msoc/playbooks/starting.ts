import type { Org } from '@carapace/shared/core/owned'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { SubjectKind } from '@carapace/shared/msoc/playbooks/playbook'
import type { StartKind } from '@carapace/shared/msoc/playbooks/run-states'
import type { Database, Tx } from '../../core/db.ts'
import { alertByUuid } from '../alerts/alerts.queries.ts'
import { casesByUuid } from '../cases/cases.queries.ts'
import type { Viewer } from '../cases/seen.queries.ts'
import { nextNumber } from '../vehicle-actions/actions.queries.ts'
import { vehicleNamed } from '../vehicles/vehicles.queries.ts'
import { insertRun, isStarted } from './runs.queries.ts'
import type { PlaybookRow } from './playbooks.queries.ts'

/** What a run is about, and what its expressions read of it. */
export interface Subject {
  readonly kind: SubjectKind
  readonly uuid: string
  readonly label: string
  readonly data: Record<string, unknown>
}

/** The alert, case or vehicle with this uuid; undefined if there is none that the viewer may see. */
export async function subjectNamed(
  tx: Tx | Database,
  org: Org,
  viewer: Viewer,
  { kind, uuid }: Pick<Subject, 'kind' | 'uuid'>,
): Promise<Subject | undefined> {
  if (kind === 'alert') {
    const alert = await alertByUuid(tx, org, uuid)
    return alert && alertSubject(alert)
  }
  if (kind === 'case') {
    const found = (await casesByUuid(tx, org, [uuid], viewer)).get(uuid)
    return found && caseSubject(found, 'manual')
  }
  const vehicle = await vehicleNamed(tx, org, uuid)
  if (!vehicle) return undefined
  const { vin, name, model, software_version } = vehicle
  return {
    kind,
    uuid: vehicle.uuid,
    label: vin,
    data: { vehicle: { uuid: vehicle.uuid, vin, name, model, software_version } },
  }
}

/** Most observables and reasons of an alert that a run keeps. */
const mostKept = 50

export function alertSubject(alert: Alert): Subject {
  const observables = alert.observables.slice(0, mostKept)
  const first = Object.fromEntries(observables.toReversed().map(({ kind, value }) => [kind, value]))
  return {
    kind: 'alert',
    uuid: alert.uuid,
    label: `ALR-${alert.number}`,
    data: { alert: { ...alert, observables, explanation: alert.explanation.slice(0, mostKept), first } },
  }
}

export function caseSubject(found: Case, event: string): Subject {
  return { kind: 'case', uuid: found.uuid, label: `CAS-${found.number}`, data: { case: found, event } }
}

export interface Start {
  readonly playbook: Pick<PlaybookRow, 'uuid' | 'name'>
  readonly version: number
  readonly kind: StartKind
  /** What starts it: the same key starts it once. */
  readonly key: string
  readonly person: { readonly uuid: string; readonly name: string } | null
  /** The member in whose name it acts. */
  readonly actsFor: string | null
  readonly subject: Subject | null
  readonly data: Record<string, unknown>
  readonly parent?: { readonly uuid: string; readonly depth: number }
}

/** Queues a run; returns its uuid, or undefined if the same start did so already (rule PLAYBOOK-21). */
export async function startRun(tx: Tx, org: Org, start: Start): Promise<string | undefined> {
  const number = await nextNumber(tx, org, 'runs')
  // the row of numbers is locked: nobody else starts one meanwhile
  if (await isStarted(tx, org, start.playbook.uuid, start.key)) return undefined
  return insertRun(tx, org, {
    number,
    playbookUuid: start.playbook.uuid,
    playbook: start.playbook.name,
    version: start.version,
    startedByKind: start.kind,
    startedByUuid: start.person?.uuid ?? null,
    startedBy: start.person?.name ?? null,
    actsForUuid: start.actsFor,
    subjectKind: start.subject?.kind ?? null,
    subjectUuid: start.subject?.uuid ?? null,
    subjectLabel: start.subject?.label ?? null,
    startKey: start.key,
    data: { ...start.data, ...start.subject?.data },
    parentUuid: start.parent?.uuid ?? null,
    depth: start.parent ? start.parent.depth + 1 : 0,
  })
}

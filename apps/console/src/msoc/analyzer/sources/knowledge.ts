import { type Alert, listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type DbcName, dbcsFor, getDbcVersion } from '@carapace/shared/msoc/can/dbc.contract'
import { profilesFor } from '@carapace/shared/msoc/can/profiles.contract'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { ownIds } from '../../alert-management/evidence/evidence.ts'
import type { AlertMark, Sink } from './feed.ts'

/** Reads a vehicle's current databases and profiles. */
export async function readKnowledge(vehicle: string, sink: Sink, signal: AbortSignal): Promise<void> {
  const databases = call(dbcsFor, { vehicle }, { signal }).then(({ buses }) =>
    Promise.all(buses.map((each) => readDbc(each.bus, each.dbc, sink, signal))),
  )
  const profiles = call(profilesFor, { vehicle }, { signal }).then(({ buses }) => {
    for (const { bus, row, profile } of buses)
      sink.profile({ bus, uuid: row?.uuid, version: row?.version, model: row?.model ?? '' }, profile)
  })
  await Promise.all([databases, profiles])
}

/** Reads one version of a database for a bus. */
export async function readDbc(
  bus: string,
  dbc: z.infer<typeof DbcName>,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { text } = await call(getDbcVersion, { uuid: dbc.version_uuid }, { signal })
  sink.dbc({ bus, dbc }, text)
}

/** Maximum number of marks: more would overlap. */
const mostMarks = 200

/** Reads the alerts of a vehicle that were seen in a window, as marks. */
export async function readMarks(vehicle: string, from: number, to: number, signal: AbortSignal): Promise<AlertMark[]> {
  // the API filters by when an alert was last seen, and an alert raised in the window may be seen again later
  const { alerts } = await call(
    listAlerts,
    { vehicle, from: String(Math.floor(from)), sort: 'oldest', limit: mostMarks },
    { signal },
  )
  return alerts.map(markOf).filter((mark) => mark.from <= to)
}

export function markOf({
  uuid,
  number,
  title,
  severity,
  first_seen: first,
  last_seen: last,
  bus,
  observables,
}: Alert): AlertMark {
  return {
    uuid,
    number,
    title,
    severity,
    from: Date.parse(first),
    to: Date.parse(last),
    bus: bus ?? undefined,
    ids: [...ownIds(observables)],
  }
}

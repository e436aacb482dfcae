import { type AlertEvidence, getAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { getCanProfile } from '@carapace/shared/msoc/can/profiles.contract'
import { Failure } from '@carapace/shared/core/failure'
import { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { call } from '../../../core/call/call.ts'
import { preciseMs } from '../../../core/time/precise-ms.ts'
import { ownIds } from '../../alert-management/evidence/evidence.ts'
import type { Sink } from './feed.ts'
import { markOf, readDbc, readMarks } from './knowledge.ts'
import { columnsOfRows } from './rows.ts'
import type { Source } from './source.ts'

/** Maximum number of events in evidence. */
const mostEvents = 20_000

/**
 * Reads an alert's evidence as it was stored, with the database and the profile of that time: it looks the same after
 * the record was deleted.
 */
export async function readAlert(
  { uuid }: Extract<Source, { kind: 'alert' }>,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { alert, evidence } = await call(getAlert, { uuid, evidence: mostEvents }, { signal })
  const around = evidence ? preciseMs(evidence.around) : Date.parse(alert.first_seen)
  const { vehicle } = alert
  sink.subject({
    title: alert.title,
    vehicle: vehicle ? { uuid: vehicle.uuid, vin: vehicle.vin, model: vehicle.model } : undefined,
    around,
    bus: evidence?.bus ?? alert.bus ?? undefined,
    ids: [...ownIds(alert.observables)],
  })
  if (evidence?.kind !== 'can') throw new Failure('NOT_FOUND', { message: 'This alert does not stand on CAN frames.' })
  if (evidence.filled_at === null)
    throw new Failure('BUSY', {
      message: 'The frames around this alert are still being stored. Try again in a few seconds.',
    })

  sink.expect(evidence.events.length)
  sink.frames(columnsOfRows(evidence.events.map((event) => CanFrameRow.parse(event))))
  await Promise.all([readPinned(evidence, sink, signal), readMarksAround()])

  /** Reads the alert itself and the other alerts within the time of the evidence. */
  async function readMarksAround(): Promise<void> {
    const others = vehicle ? await readMarks(vehicle.uuid, around - aroundMs, around + aroundMs, signal) : []
    sink.alerts([{ ...markOf(alert), from: around, to: around }, ...others.filter((mark) => mark.uuid !== uuid)])
  }
}

/** The time that evidence covers before and after the alert, ms. */
const aroundMs = 2_000

async function readPinned({ bus, dbc, profile }: AlertEvidence, sink: Sink, signal: AbortSignal): Promise<void> {
  const readProfile = async () => {
    if (!profile) return
    const found = await call(getCanProfile, { uuid: profile.uuid }, { signal })
    sink.profile(
      { bus: profile.bus, uuid: profile.uuid, version: profile.version, model: profile.model },
      found.profile,
    )
  }
  await Promise.all([dbc && readDbc(bus ?? '', dbc, sink, signal), readProfile()])
}

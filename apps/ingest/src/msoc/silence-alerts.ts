import type { Finding } from '@carapace/shared/msoc/detect/detector'
import { fleetSilenceRule } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import type { OthersHeard, SilentFleet, SilentVehicle } from '@carapace/shared/msoc/vehicles/silence.queries'
import type { Raise } from './detect/detect.ts'

const common = { source: 'detector', count: 1, evidence: 'none' } as const satisfies Partial<Finding>

/** The alert about a vehicle that became silent. */
export function silence(silent: SilentVehicle): Raise {
  const seconds = Math.round((Date.now() - silent.last_seen_ms) / 1000)
  return {
    org: { uuid: silent.org_uuid, id: silent.org_id },
    vehicle: { id: silent.vehicle_id } as Raise['vehicle'],
    count: 1,
    firstTs: silent.last_seen_ms,
    lastTs: Date.now(),
    finding: {
      ...common,
      rule: 'silence',
      key: 'silence',
      severity: 'medium',
      ts: silent.last_seen_ms,
      title: 'Vehicle silent',
      explanation: [
        {
          field: 'time since the last event',
          observed: `${seconds} s`,
          expected: `at most ${3 * silent.every_seconds} s`,
        },
      ],
      observables: [{ kind: 'vin', value: silent.vin }],
    },
  }
}

/** The alert of the fleet about many vehicles that fell silent together. */
export function fleetSilence(fleet: SilentFleet, { after, lines }: OthersHeard): Raise {
  return {
    org: { uuid: fleet.org_uuid, id: fleet.org_id },
    vehicle: undefined,
    count: 1,
    firstTs: fleet.since_ms,
    lastTs: Date.now(),
    finding: {
      ...common,
      rule: fleetSilenceRule,
      key: fleetSilenceRule,
      severity: fleet.severity,
      ts: fleet.since_ms,
      title: `${fleet.silent} of ${fleet.vehicles} vehicles silent at once`,
      explanation: [
        {
          field: 'vehicles that fell silent within a minute',
          observed: `${fleet.silent} of ${fleet.vehicles}`,
          expected: 'one at a time',
        },
        {
          field: 'likely cause',
          observed: 'common to all: jamming, the network, or the uplink of their sender',
          expected: 'of one vehicle',
        },
        {
          field: 'others heard meanwhile',
          observed: othersText(after, lines),
          expected: 'some: then our own reception works',
        },
      ],
      observables: [],
    },
  }
}

function othersText(after: number, lines: boolean): string {
  if (after > 0) return after === 1 ? '1 vehicle' : `${after} vehicles`
  return lines ? 'log lines of other senders' : 'nobody: there are no other senders, so our uplink may be the cause'
}

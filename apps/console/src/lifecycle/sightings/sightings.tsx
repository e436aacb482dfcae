import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getSightings } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { type Severity, severities } from '@carapace/shared/msoc/severity'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { Sparkline } from '../../core/chart/sparkline.tsx'
import { age, number, sentenceCase, useNow } from '../../core/format/format.ts'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { ContradictionAnswer } from './contradiction.tsx'
import { queueSearch } from './queue-search.ts'
import { useAgain } from '../../graph/drawer/use-detail.ts'
import './sightings.css'

export type Sightings = z.output<typeof getSightings.output>

/** The sightings of a threat scenario in the field; undefined for other kinds. */
export function useSightings({ kind, uuid }: Artefact): Sightings | undefined {
  const isThreat = kind === 'threat-scenario'
  const { data, refetch } = useEndpoint(getSightings, { threat_uuid: uuid, limit: 50 }, { enabled: isThreat })
  useAgain(refetch)
  return isThreat ? data : undefined
}

const counted = (count: number, word: string) => `${number(count)} ${word}${count === 1 ? '' : 's'}`
const isOpen = ({ status }: Sightings['sightings'][number]) => status !== 'CLOSED' && status !== 'MERGED'
const severityOf = (word: string): Severity => severities.find((each) => each === word.toLowerCase()) ?? 'info'

/**
 * The number of sightings of a threat scenario and of the vehicles, as a link to the alerts. Nothing for other kinds.
 */
export function SeenOn({ artefact }: { readonly artefact: Artefact }) {
  const seen = useSightings(artefact)
  if (!seen) return null
  if (seen.total === 0) return <span className="c-note">not seen in the field</span>
  return (
    <Link to="/org/msoc/dashboard/alert-management" search={queueSearch(seen.sightings) as never}>
      seen on {counted(seen.vehicles, 'vehicle')}, {counted(seen.total, 'alert')} in 30 days
    </Link>
  )
}

/** The end of the chain: the vehicles and the alerts. */
export function VehicleStages({ sightings: { sightings, total, vehicles } }: { readonly sightings: Sightings }) {
  const open = sightings.filter(isOpen)
  const worst = severities.findLast((severity) => open.some((each) => severityOf(each.severity) === severity))
  return (
    <li className="gr-chain-item">
      <span className="gr-chain-title">SOC alerts, 30 days</span>
      <span className="gr-chain-line">
        <span className="gr-chain-name">
          {total === 0 ? 'Not seen in the field' : `${counted(total, 'alert')} on ${counted(vehicles, 'vehicle')}`}
        </span>
        {worst && (
          <span className={`gr-chain-open c-sev-${worst}`}>
            <SeverityGlyph severity={worst} /> {number(open.length)} open
          </span>
        )}
      </span>
    </li>
  )
}

/** The latest sightings, their course over 30 days, and whether they contradict the rating. */
export function SightingsFoot({
  artefact,
  sightings: { sightings, days, proposal, total },
}: {
  readonly artefact: Artefact
  readonly sightings: Sightings
}) {
  if (total === 0) return null
  return (
    <section className="gr-seen" aria-label="Seen in the field">
      {proposal && <ContradictionAnswer artefact={artefact} contradiction={proposal} />}
      <ul>
        {sightings.slice(0, 3).map((each) => (
          <Sighting key={each.alert_uuid} sighting={each} />
        ))}
      </ul>
      <div className="gr-seen-foot">
        <Link
          className="bp6-button bp6-small bp6-outlined"
          to="/org/msoc/dashboard/alert-management"
          search={queueSearch(sightings) as never}
        >
          Open in queue
        </Link>
        <span className="gr-seen-span">
          30 days{' '}
          <Sparkline values={days} tone="critical" width={92} height={16} label={`Alerts by day: ${days.join(', ')}`} />
        </span>
      </div>
    </section>
  )
}

function Sighting({
  sighting: { alert_uuid: uuid, title, severity, at, vehicle },
}: {
  readonly sighting: Sightings['sightings'][number]
}) {
  const now = useNow(1_000)
  return (
    <li>
      <SeverityGlyph severity={severityOf(severity)} label={sentenceCase(severity)} />
      <Link
        className="gr-seen-title"
        to="/org/msoc/dashboard/alert-management/general"
        search={{ alert: uuid }}
        title={[title, vehicle].filter(Boolean).join(', ')}
      >
        {title}
      </Link>
      <span className="num gr-seen-age">{age(now - Date.parse(at))}</span>
    </li>
  )
}

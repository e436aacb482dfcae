import { EyeOpenIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getSightings } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { type Severity, severities } from '@carapace/shared/msoc/severity'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { Sparkline } from '../../core/chart/sparkline.tsx'
import { age, number, sentenceCase, useNow } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useAgain } from '../../graph/drawer/use-detail.ts'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { Answered, ContradictionAnswer } from './contradiction.tsx'
import { queueSearch } from './queue-search.ts'
import { ThreatPanels } from './threat-panels.tsx'
import './sightings.css'

type Seen = z.output<typeof getSightings.output>

const counted = (count: number, word: string) => `${number(count)} ${word}${count === 1 ? '' : 's'}`
const severityOf = (word: string): Severity => severities.find((each) => each === word) ?? 'info'

/** A tab of a threat scenario's drawer: all matching alerts of 30 days, and the decision on what they suggest. */
export function FieldPart({ artefact }: { readonly artefact: Artefact }) {
  const { program } = usePageContext()
  const { data, problem, refetch } = useEndpoint(getSightings, { threat_uuid: artefact.uuid, limit: 200 })
  useAgain(refetch)
  if (problem !== undefined && data === undefined)
    return (
      <ErrorState title="Sightings did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (data === undefined) return <SkeletonRows rows={6} columns={['12px', '1fr', '60px']} rowHeight={28} />
  if (data.total === 0)
    return (
      <>
        <Answered artefact={artefact} answer={data.answer} />
        <EmptyState icon={<EyeOpenIcon size={24} />} title="Not seen in the field">
          No alert of the last 30 days matches its indicators. They are among its details.
        </EmptyState>
      </>
    )
  return (
    <div className="sg-field">
      <div className="sg-figures">
        <span>
          <b className="num">{counted(data.total, 'alert')}</b> on {counted(data.vehicles, 'vehicle')}, 30 days
        </span>
        <Sparkline
          values={data.days}
          tone="critical"
          width={140}
          height={20}
          label={`Alerts by day: ${data.days.join(', ')}`}
        />
      </div>
      {(data.confirmed > 0 || data.blocked > 0) && (
        <p className="sg-none">
          {number(data.confirmed)} confirmed with impact, {number(data.blocked)} blocked
        </p>
      )}
      {data.proposal && <ContradictionAnswer artefact={artefact} contradiction={data.proposal} />}
      <Answered artefact={artefact} answer={data.answer} />
      <ThreatPanels threat={{ uuid: artefact.uuid, program_uuid: program.programUuid }} />
      <ul className="sg-alerts" aria-label="Alerts">
        {data.sightings.map((sighting) => (
          <SeenAlert key={sighting.alert_uuid} sighting={sighting} />
        ))}
      </ul>
      <div className="sg-figures">
        <Link
          className="bp6-button bp6-small bp6-outlined"
          to="/org/msoc/dashboard/alert-management"
          search={queueSearch(data.sightings) as never}
        >
          Open in queue
        </Link>
        {data.total > data.sightings.length && (
          <span className="sg-none">the latest {number(data.sightings.length)}</span>
        )}
      </div>
    </div>
  )
}

function SeenAlert({
  sighting: { alert_uuid: uuid, number: alert, title, severity, status, resolution, vehicle, at },
}: {
  readonly sighting: Seen['sightings'][number]
}) {
  const now = useNow(10_000)
  return (
    <li>
      <SeverityGlyph severity={severityOf(severity)} label={sentenceCase(severity)} />
      <span className="sg-name">
        <Link to="/org/msoc/dashboard/alert-management/general" search={{ alert: uuid }} title={title}>
          <span className="mono">ALR-{alert}</span> {title}
        </Link>
      </span>
      {vehicle !== null && <span className="sg-vin mono">{vehicle}</span>}
      {resolution === null ? <StatusBadge status={status} /> : <Outcome resolution={resolution} />}
      <span className="sg-age num">{age(now - Date.parse(at))}</span>
    </li>
  )
}

/** A closed alert: an attack that succeeded is distinguished from an attempt that was blocked (rule SIGHTING-8). */
function Outcome({ resolution }: { readonly resolution: string }) {
  if (resolution === 'TRUE_POSITIVE_WITH_IMPACT') return <Badge tone="red">Succeeded</Badge>
  if (resolution === 'TRUE_POSITIVE_WITHOUT_IMPACT') return <Badge tone="grey">Blocked</Badge>
  return <Badge tone="grey">{sentenceCase(resolution.replaceAll('_', ' '))}</Badge>
}

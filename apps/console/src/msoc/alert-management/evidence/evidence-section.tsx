import type { Alert, AlertEvidence } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { type ReadEvidence, readEvidence } from './evidence.ts'
import { CanEvidence } from './can-evidence.tsx'
import { IdsEvidence, PositionEvidence, SyslogEvidence } from './event-evidence.tsx'
import { Section } from '../drawer/section.tsx'
import { ToAnalyzer } from './to-analyzer.tsx'
import type { Detail } from '../drawer/use-alert-detail.ts'

interface EvidenceSectionProps {
  readonly alert: Alert
  /** Absent while it loads. */
  readonly detail: Detail | undefined
}

/** The raw events that triggered the alert. They are stored with it, and arrive shortly after it. */
export function EvidenceSection({ alert, detail }: EvidenceSectionProps) {
  const evidence = detail?.evidence ?? undefined
  const read = useReadEvidence(evidence, alert.observables)

  if (detail === undefined) return <Waiting />
  if (evidence === undefined || evidence.kind === 'none') return null
  if (evidence.filled_at === null) return <Waiting note="being gathered" />
  if (read === undefined || read.kind === 'none') return <Waiting />
  return (
    <Section
      title={titles[read.kind]}
      note={noteOf(evidence, read)}
      link={read.kind === 'can' && read.rows.length > 0 && <ToAnalyzer alert={alert} lines={read.rows} />}
    >
      <Rows read={read} alert={alert} dbc={evidence.dbc} />
    </Section>
  )
}

/** The evidence as rows for display; undefined until it is read. */
function useReadEvidence(
  evidence: AlertEvidence | undefined,
  observables: Alert['observables'],
): ReadEvidence | undefined {
  const [loaded, setLoaded] = useState<{ readonly of: AlertEvidence; readonly read: ReadEvidence }>()
  useEffect(() => {
    let isShown = true
    if (evidence !== undefined)
      void readEvidence(evidence, observables).then((read) => isShown && setLoaded({ of: evidence, read }))
    return () => void (isShown = false)
  }, [evidence, observables])
  return loaded?.of === evidence ? loaded?.read : undefined
}

const titles = {
  can: 'Evidence frames',
  ids: 'Evidence events',
  syslog: 'Evidence log lines',
  position: 'Evidence positions',
} as const

function Waiting({ note }: { readonly note?: string }) {
  return (
    <Section title="Evidence" note={note}>
      <SkeletonRows rows={4} rowHeight={24} columns={['64px', '40px', 'minmax(0, 1fr)']} />
    </Section>
  )
}

type Shown = Exclude<ReadEvidence, { kind: 'none' }>

interface RowsProps {
  readonly read: Shown
  readonly alert: Alert
  readonly dbc: AlertEvidence['dbc']
}

function Rows({ read, alert, dbc }: RowsProps) {
  if (read.rows.length === 0) {
    return (
      <p className="am-muted am-no-rows">
        {read.unread > 0 ? 'What was recorded could not be read.' : 'Nothing was recorded around the alert.'}
      </p>
    )
  }
  switch (read.kind) {
    case 'can':
      return <CanEvidence lines={read.rows} severity={alert.severity} dbc={dbc} />
    case 'ids':
      return <IdsEvidence rows={read.rows} />
    case 'syslog':
      return <SyslogEvidence rows={read.rows} />
    case 'position':
      return <PositionEvidence rows={read.rows} />
  }
}

/** The number of events, their bus, and how many of them are not shown. */
function noteOf({ total, bus }: AlertEvidence, { rows, unread }: Shown): string {
  const all = total ?? rows.length
  return [
    all > rows.length ? `${number(rows.length)} of ${number(all)}` : number(all),
    ...(bus === null ? [] : [bus]),
    ...(unread > 0 ? [`${number(unread)} not readable`] : []),
  ].join(', ')
}

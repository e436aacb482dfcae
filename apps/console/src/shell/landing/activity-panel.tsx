import { HistoryIcon } from '@blueprintjs/icons'
import { type AuditEntry, listAudit } from '@carapace/shared/account/security.contract'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { call } from '../../core/call/call.ts'
import { age, sentenceCase, useNow, zonedDateTime } from '../../core/format/format.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { usePolled } from '../../msoc/dashboard/data/use-polled.ts'
import { caseAt } from '../../msoc/dashboard/links.ts'
import { Loaded } from '../../msoc/dashboard/panels/panel.tsx'
import { everyMs } from './every.ts'
import { alertAt, programAt, securityLog } from './links.ts'
import { Panel } from './panel.tsx'

const shown = 8

const fetchLatest = (signal: AbortSignal) => call(listAudit, { limit: shown }, { signal })

/** The latest actions, for users who may read the security log. */
export function ActivityPanel() {
  const { data, problem, retry } = usePolled(fetchLatest, everyMs)
  return (
    <Panel title="Recent activity" link={securityLog}>
      <Loaded
        what="Recent activity"
        data={data}
        problem={problem}
        onRetry={retry}
        skeleton={<SkeletonRows rows={5} rowHeight={36} columns={['20px', '1fr', '2fr', '48px']} />}
      >
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState icon={<HistoryIcon size={24} />} title="Nothing was done yet">
              What people do is recorded here.
            </EmptyState>
          ) : (
            <ol className="ld-rows">
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Row({ entry }: { readonly entry: AuditEntry }) {
  const { actor, action, at } = entry
  const now = useNow(10_000)
  return (
    <li>
      <Link {...subjectOf(entry)} className="ld-row ld-activity" title={`${actor}: ${action}`}>
        <span aria-hidden className="ld-icon">
          <Avatar name={actor} />
        </span>
        <span className="ld-cut">{actor}</span>
        <span className="ld-cut ld-faint">{sentenceCase(action)}</span>
        <span className="num ld-faint ld-right" title={zonedDateTime(at)}>
          {age(now - Date.parse(at))}
        </span>
      </Link>
    </li>
  )
}

/** The page of the entry's subject, if it has one; else the log, which has more details. */
function subjectOf({ subject, subject_uuid: uuid }: AuditEntry): LinkOptions {
  if (uuid === null) return securityLog
  if (subject === 'program') return programAt(uuid)
  if (subject === 'case') return caseAt(uuid)
  return subject === 'alert' ? alertAt(uuid) : securityLog
}

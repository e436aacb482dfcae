import { HistoryIcon } from '@blueprintjs/icons'
import { type AuditEntry, listAudit } from '@carapace/shared/account/security.contract'
import { Link, linkOptions, type LinkOptions } from '@tanstack/react-router'
import { age, sentenceCase, useNow, zonedDateTime } from '../../core/format/format.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { usePolledEndpoint } from '../../core/call/use-polled.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { everyMs } from '../../core/landing/every.ts'
import { modules } from '../modules.ts'
import { Panel } from '../../core/landing/panel.tsx'

const securityLog = linkOptions({ to: '/org/lifecycle/settings', search: { tab: 'security-log' } as never })
const shown = 8

/** The latest actions, for users who may read the security log. */
export function ActivityPanel() {
  const { data, problem, retry } = usePolledEndpoint(listAudit, { limit: shown }, { everyMs })
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
  const open = modules.find(({ subjects }) => subjects?.[subject])?.subjects?.[subject]
  return uuid === null || open === undefined ? securityLog : open(uuid)
}

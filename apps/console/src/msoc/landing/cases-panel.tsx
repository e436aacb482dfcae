import { BriefcaseIcon } from '@blueprintjs/icons'
import { type Case, listCases } from '@carapace/shared/msoc/cases/cases.contract'
import type { z } from 'zod'
import { Link } from '@tanstack/react-router'
import { age, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import { Avatar, NoAvatar } from '../../core/ui/avatar.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { caseId } from '../cases/list.ts'
import { usePolledEndpoint } from '../../core/call/use-polled.ts'
import { caseAt, casesOpen } from '../dashboard/links.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { everyMs } from '../../core/landing/every.ts'
import { openAlerts } from './links.ts'
import { Panel } from '../../core/landing/panel.tsx'

const shown = 6

const open = { stage: ['NEW', 'IN_PROGRESS'], limit: shown } satisfies z.input<typeof listCases.input>

/** The cases in progress, the latest first. */
export function CasesPanel() {
  const { data, problem, retry } = usePolledEndpoint(listCases, open, { everyMs })
  return (
    <Panel title="Open cases" link={casesOpen} extra={data && `${number(data.cases.length)} of ${number(data.total)}`}>
      <Loaded
        what="Open cases"
        data={data}
        problem={problem}
        onRetry={retry}
        skeleton={<SkeletonRows rows={4} rowHeight={36} columns={['16px', '72px', '3fr', '80px', '20px', '48px']} />}
      >
        {({ cases }) =>
          cases.length === 0 ? (
            <Nothing />
          ) : (
            <ol className="ld-rows">
              {cases.map((each) => (
                <Row key={each.uuid} row={each} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Row({ row }: { readonly row: Case }) {
  const { uuid, title, severity, stage, owner, updated_at: at } = row
  const now = useNow(10_000)
  return (
    <li>
      <Link {...caseAt(uuid)} className="ld-row ld-case" title={title}>
        <SeverityGlyph severity={severity} label={severity} />
        <span className="mono ld-faint">{caseId(row)}</span>
        <span className="ld-cut">{title}</span>
        <StatusBadge status={stage} />
        {owner === null ? <NoAvatar /> : <Avatar name={owner.name} />}
        <span className="num ld-faint ld-right" title={`Updated ${zonedDateTime(at)}`}>
          {age(now - Date.parse(at))}
        </span>
      </Link>
    </li>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={<BriefcaseIcon size={24} />}
      title="No case is open"
      action={
        <Link {...openAlerts()} className="bp6-button bp6-outlined">
          The queue of alerts
        </Link>
      }
    >
      A case is opened over alerts that belong together.
    </EmptyState>
  )
}

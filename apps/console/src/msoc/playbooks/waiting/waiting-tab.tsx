import { TickCircleIcon } from '@blueprintjs/icons'
import { listWaitingSteps, type WaitingStep } from '@carapace/shared/msoc/playbooks/runs.contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { age, useNow, zonedDateTime } from '../../../core/format/format.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { runAt, subjectAt } from '../links.ts'
import { counted, runId, startedText } from '../words.ts'
import { refreshWaiting, useWaitingCount } from './waiting-count.ts'
import { WaitingForm } from './waiting-form.tsx'

const kinds = { approval: 'Approval', form: 'Form', unknown: 'Outcome unknown' } as const

/** Everything that waits for a person, the earliest first, to decide here (rules PLAYBOOK-UI-22 to PLAYBOOK-UI-24). */
export function WaitingTab() {
  const [onlyMine, setOnlyMine] = useState(false)
  const { data, problem, refetch } = useEndpoint(listWaitingSteps, onlyMine ? { mine: true } : {})
  // the count follows the runs' channel: when it moves, the list is another
  const revision = useWaitingCount(({ revision: latest }) => latest)
  useEffect(refetch, [refetch, revision])
  const done = () => {
    refetch()
    refreshWaiting()
  }
  return (
    <>
      <div className="c-toolbar">
        <label className="pb-box">
          <input type="checkbox" checked={onlyMine} onChange={({ target }) => setOnlyMine(target.checked)} />
          Only what I may decide
        </label>
        <span className="c-toolbar-total num" role="status">
          {data === undefined ? '' : counted(data.total, 'step')}
        </span>
      </div>
      <div className="pb-scroll">
        <Loaded
          what="What waits"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={6} columns={['1fr', '2fr']} rowHeight={64} />}
        >
          {({ steps }) =>
            steps.length === 0 ? (
              <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing waits for a person">
                Approvals, forms and unknown outcomes of running playbooks appear here.
              </EmptyState>
            ) : (
              <ul className="pb-waiting" aria-label="Waiting for a person">
                {steps.map((waiting) => (
                  <WaitingItem key={waiting.step.uuid} waiting={waiting} onDone={done} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </>
  )
}

function WaitingItem({
  waiting: { run, title, step },
  onDone,
}: {
  readonly waiting: WaitingStep
  readonly onDone: () => void
}) {
  const now = useNow(1_000)
  const kind = step.state === 'UNKNOWN' ? 'unknown' : step.waiting?.kind === 'form' ? 'form' : 'approval'
  const since = step.started_at ?? run.created_at
  return (
    <li>
      <div className="pb-waiting-about">
        <p className="pb-waiting-title">
          <Badge tone={kind === 'unknown' ? 'red' : 'yellow'}>{kinds[kind]}</Badge>
          <b>{title}</b>
        </p>
        <p className="pb-waiting-facts">
          <Link {...runAt(run.uuid)} className="mono">
            {runId(run)}
          </Link>
          <span>{run.playbook}</span>
          {run.subject !== null && (
            <Link {...subjectAt(run.subject)} className="mono">
              {run.subject.label}
            </Link>
          )}
        </p>
        <p className="c-note">
          Started by {startedText(run)}.{' '}
          <span className="num" title={zonedDateTime(since)}>
            Waits since {age(now - Date.parse(since))}
          </span>
          {step.path !== '' && <span className="mono"> {step.path}</span>}
        </p>
      </div>
      <WaitingForm step={step} onDone={onDone} />
    </li>
  )
}

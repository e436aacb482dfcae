import { PlaybookIcon } from '@blueprintjs/icons'
import { listPlaybookRuns, startPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePolledEndpoint } from '../../../core/call/use-polled.ts'
import { age, useNow, zonedDateTime } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { runAt } from '../links.ts'
import { counted, runId, runStateText, runTones } from '../words.ts'
import { ChooseDialog, type RunSubject } from './run-dialog.tsx'
import '../playbooks.css'

/** Interval at which the states of the runs are read again, ms. */
const everyMs = 5_000
const shown = 8

/** The runs of playbooks on an alert, a case or a vehicle, and the way to start another (rule PLAYBOOK-UI-30). */
export function SubjectRuns({ subject }: { readonly subject: RunSubject }) {
  const { data, problem, retry } = usePolledEndpoint(
    listPlaybookRuns,
    { subject_kind: subject.kind, subject: subject.uuid, sort: 'latest', limit: shown },
    { everyMs },
  )
  const now = useNow(1_000)
  return (
    <div className="pb-subject-runs">
      {problem !== undefined && data === undefined && <p className="c-note">The runs did not load. {problem}</p>}
      {data?.runs.map((run) => (
        <p key={run.uuid} className="pb-subject-run">
          <Link {...runAt(run.uuid)} className="mono">
            {runId(run)}
          </Link>
          <span className="pb-subject-name" title={run.playbook}>
            {run.playbook}
          </span>
          <span className="c-note num" title={zonedDateTime(run.created_at)}>
            {age(now - Date.parse(run.created_at))}
          </span>
          <Badge tone={runTones[run.state]}>{runStateText(run)}</Badge>
        </p>
      ))}
      {data !== undefined && data.total > data.runs.length && (
        <p className="c-note">{counted(data.total - data.runs.length, 'earlier run')}</p>
      )}
      <RunPlaybook subject={subject} onStarted={retry} />
    </div>
  )
}

interface RunPlaybookProps {
  readonly subject: RunSubject
  readonly onStarted?: () => void
}

/** The button that starts a playbook on a subject. */
export function RunPlaybook({ subject, onStarted }: RunPlaybookProps) {
  const refusal = useRefusal(startPlaybookRun)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActButton
        icon={<PlaybookIcon size={14} />}
        text="Run playbook…"
        refusal={refusal}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ChooseDialog subject={subject} onStarted={() => onStarted?.()} onClose={() => setOpen(false)} />}
    </>
  )
}

import { cancelPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { age, dateTime, delay, useNow } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { playbookAt, runAt, subjectAt } from '../links.ts'
import { runId, runStateText, runTones, startedText } from '../words.ts'
import type { RunDetail } from './detail.ts'

interface RunHeadProps {
  readonly detail: RunDetail
  readonly onChanged: () => void
}

/** Which run it is, its state, and what started it. */
export function RunHead({ detail: { run }, onChanged }: RunHeadProps) {
  const isOver = run.finished_at !== null
  return (
    <PageHead
      title={run.playbook}
      tabs={
        <span className="pb-head-facts">
          <Badge tone={!isOver && run.needs_people > 0 ? 'yellow' : runTones[run.state]}>{runStateText(run)}</Badge>
          <span className="mono pb-id">{runId(run)}</span>
          {run.subject !== null && (
            <Link {...subjectAt(run.subject)} className="mono">
              {run.subject.label}
            </Link>
          )}
          <span className="c-note">
            started by {startedText(run)}, <span className="num">{dateTime(run.created_at)}</span>
          </span>
          <Took from={run.created_at} to={run.finished_at} />
          {run.parent_uuid !== null && <Link {...runAt(run.parent_uuid)}>run that called it</Link>}
        </span>
      }
    >
      {run.playbook_uuid !== null && (
        <Link className="bp6-button bp6-outlined" {...playbookAt(run.playbook_uuid)}>
          <span className="num">Playbook v{run.version}</span>
        </Link>
      )}
      {!isOver && <Cancel uuid={run.uuid} onChanged={onChanged} />}
    </PageHead>
  )
}

function Took({ from, to }: { readonly from: string; readonly to: string | null }) {
  const now = useNow(1_000)
  return (
    <span className="c-note num">
      {to === null ? `for ${age(now - Date.parse(from))}` : `took ${delay(Date.parse(to) - Date.parse(from))}`}
    </span>
  )
}

function Cancel({ uuid, onChanged }: { readonly uuid: string; readonly onChanged: () => void }) {
  const refusal = useRefusal(cancelPlaybookRun)
  const [isAsking, setAsking] = useState(false)
  const action = useAction()
  const cancel = () =>
    action.run(async () => {
      await call(cancelPlaybookRun, { uuid })
      toast.success('The run is cancelled.')
      setAsking(false)
      onChanged()
    })
  return (
    <>
      <ActButton size="medium" text="Cancel run" refusal={refusal} onClick={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this run?"
        action="Cancel run"
        isDanger
        isBusy={action.busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        {action.problem ?? 'What has been done stays done. Nothing further is started.'}
      </ConfirmDialog>
    </>
  )
}

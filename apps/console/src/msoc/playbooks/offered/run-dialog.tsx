import { DialogBody } from '@blueprintjs/core'
import type { SubjectKind } from '@carapace/shared/msoc/playbooks/playbook'
import { listPlaybooks, type Playbook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { startPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { runAt } from '../links.ts'
import { runId } from '../words.ts'
import '../../../core/ui/form.css'
import '../playbooks.css'

/** The alert, the case or the vehicle that a playbook is started for. */
export interface RunSubject {
  readonly kind: SubjectKind
  readonly uuid: string
  /** As people write it: ALR-12. */
  readonly label: string
}

/** Starts a run and offers the way to it. */
function useStart(subject: RunSubject | undefined, onStarted: () => void) {
  const action = useAction()
  const navigate = useNavigate()
  const start = (uuid: string) =>
    action.run(async () => {
      const about = subject === undefined ? null : { kind: subject.kind, uuid: subject.uuid }
      const { run } = await call(startPlaybookRun, { uuid, subject: about })
      toast.success(`${run.playbook} has started.`, {
        action: { text: `Open ${runId(run)}`, run: () => void navigate(runAt(run.uuid)) },
      })
      onStarted()
    })
  return { ...action, start }
}

interface ChooseDialogProps {
  readonly subject: RunSubject
  readonly onStarted: () => void
  readonly onClose: () => void
}

/** Chooses one of the enabled playbooks for the subject and starts it (rule PLAYBOOK-UI-30). */
export function ChooseDialog({ subject, onStarted, onClose }: ChooseDialogProps) {
  const { data, problem, refetch } = useEndpoint(listPlaybooks, { subject: subject.kind, limit: 200 })
  const [chosen, setChosen] = useState<string>()
  const {
    start,
    busy,
    problem: refused,
  } = useStart(subject, () => {
    onStarted()
    onClose()
  })
  return (
    <Dialog className="pb-dialog" isOpen title={`Run a playbook on ${subject.label}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen !== undefined) void start(chosen)
        }}
      >
        <DialogBody>
          <Loaded
            what="The playbooks"
            data={data}
            problem={problem}
            onRetry={refetch}
            skeleton={<SkeletonRows rows={4} columns={['1fr']} />}
          >
            {({ playbooks }) => (
              <Choices playbooks={playbooks} kind={subject.kind} chosen={chosen} onChoose={setChosen} />
            )}
          </Loaded>
          {refused !== undefined && (
            <p className="c-problem" role="alert">
              {refused}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Run" isReady={chosen !== undefined} isBusy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface ChoicesProps {
  readonly playbooks: readonly Playbook[]
  readonly kind: SubjectKind
  readonly chosen: string | undefined
  readonly onChoose: (uuid: string) => void
}

function Choices({ playbooks, kind, chosen, onChoose }: ChoicesProps) {
  if (playbooks.length === 0)
    return <p className="c-say">No playbook that starts from this {kind} is enabled. Enable one under Playbooks.</p>
  return (
    <div className="pb-choices" role="radiogroup" aria-label="Playbook">
      {playbooks.map(({ uuid, name, description }) => (
        <label key={uuid} className="pb-choice">
          <input type="radio" name="playbook" checked={chosen === uuid} onChange={() => onChoose(uuid)} />
          <span>
            <b>{name}</b>
            {description !== '' && <span className="c-note">{description}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

interface RunPlaybookDialogProps {
  readonly playbook: Pick<Playbook, 'uuid' | 'name'>
  readonly onClose: () => void
}

/** Confirms the start of a playbook that needs no subject. */
export function RunPlaybookDialog({ playbook, onClose }: RunPlaybookDialogProps) {
  const { start, busy, problem } = useStart(undefined, onClose)
  return (
    <ConfirmDialog
      isOpen
      title={`Run ${playbook.name} now?`}
      action="Run"
      isBusy={busy}
      onConfirm={() => void start(playbook.uuid)}
      onClose={onClose}
    >
      {problem ?? 'The enabled version starts at once.'}
    </ConfirmDialog>
  )
}

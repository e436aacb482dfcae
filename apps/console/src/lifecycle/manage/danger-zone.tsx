import { TrashIcon } from '@blueprintjs/icons'
import { deleteProgram, type Program } from '@carapace/shared/graph/programs/programs.contract'
import { deleteProject, type Project } from '@carapace/shared/graph/programs/projects.contract'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { removing } from '../../graph/programs/removing.ts'
import { problemText } from '../program/use-program-actions.ts'

type DangerZoneProps = ({ readonly program: Program } | { readonly project: Project }) & {
  /** Why the user may not remove it; undefined if they may. */
  readonly refusal: string | undefined
  readonly again: () => void
}

/** Actions that cannot be undone; each needs a confirmation (rule PROGRAM-UI-5). */
export function DangerZone({ refusal, again, ...of }: DangerZoneProps) {
  return (
    <Panel title="Danger zone" className="pg-danger">
      {'program' in of ? (
        <ProgramRemoval program={of.program} refusal={refusal} again={again} />
      ) : (
        <ProjectRemovals project={of.project} refusal={refusal} again={again} />
      )}
    </Panel>
  )
}

function ProgramRemoval({
  program: { uuid, revision, name, members },
  refusal,
  again,
}: { readonly program: Program } & Pick<DangerZoneProps, 'refusal' | 'again'>) {
  const navigate = useNavigate()
  return (
    <Removal
      what="Remove this program with everything in it."
      button="Remove program"
      title={`Remove ${name}?`}
      refusal={refusal}
      again={again}
      remove={() =>
        removing(uuid, async () => {
          await call(deleteProgram, { program_uuid: uuid, revision })
          toast.success(`${name} is removed.`)
          await navigate({ to: '/org/lifecycle/programs' })
        })
      }
    >
      All of its contents are removed with it, for all {members} of its members. This cannot be undone.
    </Removal>
  )
}

function ProjectRemovals({
  project: { uuid, revision, name, program_uuid: programId, program },
  refusal,
  again,
}: { readonly project: Project } & Pick<DangerZoneProps, 'refusal' | 'again'>) {
  const navigate = useNavigate()
  const remove = (withContents: boolean) => async () => {
    await call(deleteProject, { uuid, revision, with_contents: withContents })
    toast.success(`${name} is removed.`)
    await navigate({ to: '/org/lifecycle/program', search: { programId } })
  }
  return (
    <>
      <Removal
        what="Remove this project; its artefacts stay in the program."
        button="Remove project"
        title={`Remove ${name}?`}
        refusal={refusal}
        again={again}
        remove={remove(false)}
      >
        Its assets, threats and requirements stay in {program}, in no project.
      </Removal>
      <Removal
        what="Remove this project and everything that is in it."
        button="Remove with contents"
        title={`Remove ${name} with its contents?`}
        refusal={refusal}
        again={again}
        remove={remove(true)}
      >
        Its assets, threats and requirements go with it. Their history stays, and baselines still show them.
      </Removal>
    </>
  )
}

interface RemovalProps {
  readonly what: string
  readonly button: string
  readonly title: string
  readonly refusal: string | undefined
  readonly again: () => void
  readonly remove: () => Promise<void>
  readonly children: ReactNode
}

function Removal({ what, button, title, refusal, again, remove, children }: RemovalProps) {
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirmed = async () => {
    setBusy(true)
    await remove().catch((problem: unknown) => {
      toast.error(problemText(problem))
      again()
    })
    setBusy(false)
    setConfirming(false)
  }
  return (
    <div className="pg-danger-row">
      <p>{what}</p>
      <ActButton
        size="medium"
        icon={<TrashIcon />}
        intent="danger"
        refusal={refusal}
        onClick={() => setConfirming(true)}
      >
        {button}
      </ActButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title={title}
        action="Remove"
        isDanger
        isBusy={busy}
        onConfirm={() => void confirmed()}
        onClose={() => setConfirming(false)}
      >
        {children}
      </ConfirmDialog>
    </div>
  )
}

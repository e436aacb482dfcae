import { Button } from '@blueprintjs/core'
import { EditIcon, ProjectsIcon, TrashIcon } from '@blueprintjs/icons'
import { Failure } from '@carapace/shared/core/failure'
import { deleteProgram, getProgram, type Program } from '@carapace/shared/lifecycle/programs.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { call, messageOf } from '../../core/call.ts'
import { dateTime } from '../../core/format.ts'
import { useHotkeys } from '../../core/hotkeys.ts'
import { usePageFact } from '../../core/page-facts.ts'
import { usePageTitle } from '../../core/page-title.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { ProgramForm } from '../programs/program-form.tsx'
import { useTold } from '../use-told.ts'
import { DetailsPanel } from './details-panel.tsx'
import { MembersPanel } from './members-panel.tsx'
import { PhaseStrip } from './phase-strip.tsx'
import { StatusMenu } from './status-menu.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { type ProgramDesk, saidOf, useDesk } from './use-desk.ts'
import '../programs.css'

/** One program: where it stands, what can be done next, and who works on it. */
export function ProgramPage({ uuid }: { readonly uuid: string | undefined }) {
  return uuid === undefined ? <Missing title="No program is named">The link is incomplete.</Missing> : <OneProgram key={uuid} uuid={uuid} />
}

function Missing({ title, children }: { readonly title: string; readonly children: string }) {
  usePageTitle('Program')
  return (
    <>
      <h1 className="c-said">Program</h1>
      <EmptyState icon={<ProjectsIcon size={24} />} title={title} action={<Link className="bp6-button bp6-outlined" to="/org/lifecycle/programs">All programs</Link>}>{children}</EmptyState>
    </>
  )
}

function OneProgram({ uuid }: { readonly uuid: string }) {
  const { data, problem, again, accept } = useTold(useCallback(async (signal: AbortSignal) => (await call(getProgram, { programUuid: uuid }, { signal })).program, [uuid]))
  if (problem instanceof Failure && problem.code === 'NOT_FOUND') {
    return <Missing title="There is no such program">It was removed, or you are not a member of it. Its leads and your administrators can add you.</Missing>
  }
  if (data === undefined) return <Waiting problem={problem} again={again} />
  return (
    <>
      {problem !== undefined && <p className="pg-outdated" role="alert">This is not up to date: {messageOf(problem)} <Button size="small" variant="outlined" onClick={again}>Try again</Button></p>}
      <Shown program={data} accept={accept} again={again} />
    </>
  )
}

function Waiting({ problem, again }: { readonly problem: unknown; readonly again: () => void }) {
  usePageTitle('Program')
  return (
    <div className="pg-program">
      <h1 className="c-said">Program</h1>
      {problem === undefined ? (
        <div className="pg-body">
          <div className="c-panel"><SkeletonRows rows={9} columns={['20px', '1fr', '2fr']} rowHeight={36} /></div>
          <div className="c-panel"><SkeletonRows rows={4} columns={['24px', '2fr', '80px']} rowHeight={49} /></div>
        </div>
      ) : (
        <ErrorState title="The program did not load" onRetry={again}>{messageOf(problem)}</ErrorState>
      )}
    </div>
  )
}

interface ShownProps {
  readonly program: Program
  readonly accept: (program: Program) => void
  readonly again: () => void
}

function Shown({ program, accept, again }: ShownProps) {
  const desk = useDesk(program, accept, again)
  usePageTitle(program.name)
  usePageFact('Last change', dateTime(program.updated_at))
  return (
    <div className="pg-program">
      <Head desk={desk} />
      <PhaseStrip desk={desk} />
      <div className="pg-body">
        <StepsPanel program={program} />
        <div className="pg-side">
          <MembersPanel desk={desk} />
          <DetailsPanel program={program} />
        </div>
      </div>
    </div>
  )
}

function Head({ desk }: { readonly desk: ProgramDesk }) {
  const { program, refusals, busy, setStatus, accept } = desk
  const [asked, setAsked] = useState<'edit' | 'remove'>()
  const close = () => setAsked(undefined)
  const edit = () => refusals.edit === undefined && setAsked('edit')
  useHotkeys([{ keys: 'r', title: 'Rename or describe', group: 'Program', run: edit }])
  return (
    <header className="pg-head">
      <h1>{program.name}</h1>
      <StatusMenu of={program.name} status={program.status} refusal={refusals.edit} busy={busy} onStatus={(status) => setStatus(status)} />
      {program.description !== '' && <p className="pg-description" title={program.description}>{program.description}</p>}
      <span className="pg-actions">
        <ActButton size="medium" keys="r" icon={<EditIcon />} refusal={refusals.edit} onClick={edit}>Edit</ActButton>
        <ActButton size="medium" icon={<TrashIcon />} refusal={refusals.lead} onClick={() => setAsked('remove')}>Remove</ActButton>
      </span>
      {asked === 'edit' && (
        <ProgramForm
          program={program}
          onClose={close}
          onSaved={(saved) => {
            accept(saved)
            close()
          }}
        />
      )}
      {asked === 'remove' && <Removal desk={desk} onClose={close} />}
    </header>
  )
}

/** Asks before a program goes with all that is in it (rule PG5). */
function Removal({ desk: { program, again }, onClose }: { readonly desk: ProgramDesk; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteProgram, { program_uuid: program.uuid, revision: program.revision })
      toast.success(`${program.name} is removed.`)
      await navigate({ to: '/org/lifecycle/programs' })
    } catch (problem) {
      toast.error(saidOf(problem))
      onClose()
      again()
    }
  }
  return (
    <ConfirmDialog isOpen title={`Remove ${program.name}?`} action="Remove" isDanger isBusy={busy} onConfirm={() => void remove()} onClose={onClose}>
      Everything in it goes with it, for all {program.members} of its members. This cannot be taken back.
    </ConfirmDialog>
  )
}

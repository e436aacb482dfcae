import { Button, ButtonGroup, Checkbox, DialogBody, DialogFooter } from '@blueprintjs/core'
import { LightbulbIcon } from '@blueprintjs/icons'
import { saveArtefacts } from '@carapace/shared/lifecycle/artefacts.contract'
import { generate, type proposed } from '@carapace/shared/lifecycle/generation.contract'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call.ts'
import { number } from '../../core/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useDesk } from '../../graph/desk.tsx'
import { useTold } from '../use-told.ts'
import { inParts, type Proposal } from './in-parts.ts'
import '../../core/ui/form.css'
import './proposals.css'

type What = (typeof proposed)[number]
type Source = 'rules' | 'model'

const titles: Readonly<Record<What, string>> = {
  assets: 'Proposed assets', damages: 'Proposed damage scenarios', threats: 'Proposed threat scenarios', 'attack-steps': 'Proposed attack trees', requirements: 'Proposed requirements',
}

/** What might be missing, with the reason for each: looked through, and taken or left (rules PR1-PR3). */
export function ProposalsDialog({ what, onClose }: { readonly what: What; readonly onClose: () => void }) {
  const { program: { programUuid }, search } = useDesk()
  const [by, setBy] = useState<Source>('rules')
  const { data, problem, again } = useTold(useCallback((signal: AbortSignal) => call(generate, { program_uuid: programUuid, what, by }, { signal }), [programUuid, what, by]))
  const [left, setLeft] = useState<ReadonlySet<Proposal>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const chosen = data?.proposals.filter((proposal) => !left.has(proposal)) ?? []

  async function take(): Promise<void> {
    setBusy(true)
    let taken = 0
    try {
      for (const part of inParts(chosen)) {
        const artefacts = part.map(({ artefact }) => (search.projectId === undefined ? artefact : { ...artefact, project_uuid: search.projectId }))
        await call(saveArtefacts, { program_uuid: programUuid, artefacts, link: part.flatMap(({ links }) => links) })
        taken += part.length
      }
      toast.success(`${number(taken)} taken over. They are marked as generated.`)
      onClose()
    } catch (thrown) {
      toast.error(taken > 0 ? `${number(taken)} were taken over, then: ${messageOf(thrown)}` : messageOf(thrown))
      again()
    }
    setBusy(false)
  }

  return (
    <Dialog className="pr-dialog" isOpen title={titles[what]} onClose={onClose}>
      <DialogBody>
        {data?.model === true && <Sources by={by} onChoose={(source) => (setLeft(new Set()), setBy(source))} />}
        {problem !== undefined && <ErrorState title="Nothing could be proposed" onRetry={again}>{messageOf(problem)}</ErrorState>}
        {problem === undefined && data === undefined && <SkeletonRows rows={8} columns={['24px', '2fr', '1fr']} rowHeight={32} />}
        {problem === undefined && data?.proposals.length === 0 && <EmptyState icon={<LightbulbIcon size={24} />} title="Nothing to propose">What follows from the item&rsquo;s model and the catalogues is there already. Say more of the item, and ask again.</EmptyState>}
        {problem === undefined && data !== undefined && data.proposals.length > 0 && <Rows answer={data} left={left} onLeave={setLeft} />}
      </DialogBody>
      <DialogFooter actions={<><Button variant="outlined" onClick={onClose}>Cancel</Button><Button intent="primary" loading={isBusy} disabled={chosen.length === 0} onClick={() => void take()}>{`Take ${number(chosen.length)}`}</Button></>} />
    </Dialog>
  )
}

function Sources({ by, onChoose }: { readonly by: Source; readonly onChoose: (source: Source) => void }) {
  return (
    <ButtonGroup className="pr-sources" aria-label="Proposed by">
      <Button size="small" variant="outlined" active={by === 'rules'} aria-pressed={by === 'rules'} onClick={() => onChoose('rules')}>Rules and catalogues</Button>
      <Button size="small" variant="outlined" active={by === 'model'} aria-pressed={by === 'model'} onClick={() => onChoose('model')}>Language model</Button>
    </ButtonGroup>
  )
}

interface RowsProps {
  readonly answer: z.output<typeof generate.output>
  readonly left: ReadonlySet<Proposal>
  readonly onLeave: (left: ReadonlySet<Proposal>) => void
}

function Rows({ answer: { proposals, total }, left, onLeave }: RowsProps) {
  const isAll = left.size === 0
  const turn = (proposal: Proposal) => onLeave(new Set(proposals.filter((one) => left.has(one) !== (one === proposal))))
  return (
    <>
      <p className="c-note num" role="status">{number(proposals.length - left.size)} of {number(proposals.length)} chosen{total > proposals.length && `; ${number(total - proposals.length)} more come after these`}</p>
      <div className="c-scroll pr-scroll" tabIndex={0} role="group" aria-label="Proposals">
        <table className="c-table pr-table">
          <thead><tr><th scope="col"><Checkbox checked={isAll} indeterminate={!isAll && left.size < proposals.length} aria-label="All" onChange={() => onLeave(isAll ? new Set(proposals) : new Set())} /></th><th scope="col">Proposal</th><th scope="col">About</th></tr></thead>
          <tbody>{proposals.map((proposal, i) => <Row key={proposal.artefact.new_uuid ?? i} proposal={proposal} isChosen={!left.has(proposal)} onTurn={() => turn(proposal)} />)}</tbody>
        </table>
      </div>
    </>
  )
}

function Row({ proposal: { artefact: { title = '' }, why, about }, isChosen, onTurn }: { readonly proposal: Proposal; readonly isChosen: boolean; readonly onTurn: () => void }) {
  return (
    <tr>
      <td><Checkbox checked={isChosen} aria-label={title} onChange={onTurn} /></td>
      <td><span className="pr-title">{title}</span><span className="pr-why">{why}</span></td>
      <td>{about && <><span className="pr-code">{about.code}</span> {about.title}</>}</td>
    </tr>
  )
}

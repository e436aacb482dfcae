import { Button, ButtonGroup, Checkbox, DialogBody, DialogFooter } from '@blueprintjs/core'
import { LightbulbIcon } from '@blueprintjs/icons'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { generate, type proposed } from '@carapace/shared/lifecycle/proposals/generation.contract'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import { getAssessments } from '@carapace/shared/lifecycle/rating/tara.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { type Proposal, takeAll } from './in-parts.ts'
import { ProposalRow } from './proposal-row.tsx'
import { foundBy } from './stored.ts'
import '../../core/ui/form.css'
import './proposals.css'

type What = (typeof proposed)[number]
type Source = 'rules' | 'model'

const titles: Readonly<Record<What, string>> = {
  assets: 'Proposed assets',
  damages: 'Proposed damage scenarios',
  threats: 'Proposed threat scenarios',
  'attack-steps': 'Proposed attack trees',
  requirements: 'Proposed requirements',
}

/**
 * Proposals for artefacts that may be missing, each with its reason, to accept or reject (rules PROPOSAL-UI-1 to
 * PROPOSAL-UI-5).
 */
export function ProposalsDialog({ what, onClose }: { readonly what: What; readonly onClose: () => void }) {
  const {
    program: { programUuid },
    search,
  } = usePageContext()
  const [by, setBy] = useState<Source>('rules')
  const { data, problem, refetch: again } = useEndpoint(generate, { program_uuid: programUuid, what, by }, pageSubject)
  const [left, setLeft] = useState<ReadonlySet<Proposal>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [q, setQ] = useState('')
  // the page's own changes may still be saved now, and they decide what the rules propose
  const isFollowed = by === 'rules' && left.size === 0 && !isBusy
  useProgramMoves(isFollowed ? programUuid : undefined, again)
  const shown = foundBy(data?.proposals ?? [], q)
  const chosen = shown.filter((proposal) => !left.has(proposal))
  const isRated = data?.proposals.some(({ artefact }) => artefact.kind === 'attack-tree') === true
  const { data: rated } = useEndpoint(getAssessments, { program_uuid: programUuid, limit: 1 }, { enabled: isRated })

  async function take(): Promise<void> {
    setBusy(true)
    const { taken, refused } = await takeAll(chosen, (part) => {
      const artefacts = part.map(({ artefact }) =>
        search.projectId === undefined ? artefact : { ...artefact, project_uuid: search.projectId },
      )
      return call(saveArtefacts, { program_uuid: programUuid, artefacts, link: part.flatMap(({ links }) => links) })
    })
    if (refused === undefined) {
      toast.success(`${number(taken)} taken over. They are marked as generated.`)
      onClose()
    } else {
      toast.error(taken > 0 ? `${number(taken)} were taken over, then: ${messageOf(refused)}` : messageOf(refused))
      again()
    }
    setBusy(false)
  }

  return (
    <Dialog className="pr-dialog" isOpen title={titles[what]} onClose={onClose}>
      <DialogBody>
        {data !== undefined && (
          <div className="pr-tools">
            {data.model && <Sources by={by} onChoose={(source) => (setLeft(new Set()), setBy(source))} />}
            {data.proposals.length > 0 && (
              <SearchField
                value={q}
                label="Search the proposals"
                placeholder="Name, reason, what it is about"
                onSearch={setQ}
              />
            )}
          </div>
        )}
        {problem !== undefined && (
          <ErrorState title="Nothing could be proposed" onRetry={again}>
            {problem}
          </ErrorState>
        )}
        {problem === undefined && data === undefined && (
          <SkeletonRows rows={8} columns={['24px', '2fr', '1fr']} rowHeight={32} />
        )}
        {problem === undefined && data?.proposals.length === 0 && (
          <EmptyState icon={<LightbulbIcon size={24} />} title="Nothing to propose">
            What follows from the item&rsquo;s model and the catalogues is there already. Say more of the item, and ask
            again.
          </EmptyState>
        )}
        {problem === undefined && data !== undefined && data.proposals.length > 0 && (
          <Rows answer={data} shown={shown} method={rated?.method.content} left={left} onLeave={setLeft} />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              Cancel
            </Button>
            <Button
              intent="primary"
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() => void take()}
            >{`Take ${number(chosen.length)}`}</Button>
          </>
        }
      />
    </Dialog>
  )
}

function Sources({ by, onChoose }: { readonly by: Source; readonly onChoose: (source: Source) => void }) {
  return (
    <ButtonGroup className="pr-sources" aria-label="Proposed by">
      <Button
        size="small"
        variant="outlined"
        active={by === 'rules'}
        aria-pressed={by === 'rules'}
        onClick={() => onChoose('rules')}
      >
        Rules and catalogues
      </Button>
      <Button
        size="small"
        variant="outlined"
        active={by === 'model'}
        aria-pressed={by === 'model'}
        onClick={() => onChoose('model')}
      >
        Language model
      </Button>
    </ButtonGroup>
  )
}

interface RowsProps {
  readonly answer: z.output<typeof generate.output>
  readonly shown: readonly Proposal[]
  readonly method: Method | undefined
  readonly left: ReadonlySet<Proposal>
  readonly onLeave: (left: ReadonlySet<Proposal>) => void
}

function Rows({ answer: { proposals, total }, shown, method, left, onLeave }: RowsProps) {
  const chosen = shown.filter((proposal) => !left.has(proposal)).length
  const turn = (proposal: Proposal) => onLeave(new Set(proposals.filter((one) => left.has(one) !== (one === proposal))))
  const turnAll = () =>
    onLeave(new Set(proposals.filter((one) => (shown.includes(one) ? chosen === shown.length : left.has(one)))))
  return (
    <>
      <p className="c-note num" role="status">
        {countText(shown.length, proposals.length, chosen)}
        {total > proposals.length && `; ${number(total - proposals.length)} more come after these`}
      </p>
      <div className="c-scroll pr-scroll" tabIndex={0} role="group" aria-label="Proposals">
        <table className="c-table pr-table">
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  checked={chosen === shown.length && chosen > 0}
                  indeterminate={chosen > 0 && chosen < shown.length}
                  disabled={shown.length === 0}
                  aria-label="All"
                  onChange={turnAll}
                />
              </th>
              <th scope="col">Proposal</th>
              <th scope="col">About</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((proposal, i) => (
              <ProposalRow
                key={proposal.artefact.new_uuid ?? i}
                proposal={proposal}
                method={method}
                isChosen={!left.has(proposal)}
                onTurn={() => turn(proposal)}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && (
          <p className="pr-none">None of them has these words in its name, its reason, or what it is about.</p>
        )}
      </div>
    </>
  )
}

function countText(shown: number, all: number, chosen: number): string {
  const found = shown === all ? number(all) : `${number(shown)} of ${number(all)}`
  return `${found} ${all === 1 ? 'proposal' : 'proposals'}, ${number(chosen)} chosen`
}

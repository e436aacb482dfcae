import { Button } from '@blueprintjs/core'
import { AddIcon, BanCircleIcon, CrossIcon, GitMergeIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { toast } from '../../core/ui/toast.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { tried, usePageContext } from '../../graph/page/page-context.tsx'
import { FailureDialog, ReasonDialog } from './cell-dialogs.tsx'
import { FailureCard } from './failure-card.tsx'
import { FunctionLink } from './function-link.tsx'
import { type Cell, judgementOf, stateGlyphs, stateWords } from './grid.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { newFailure, notApplicable } from './writes.ts'

interface CellPanelProps {
  readonly cell: Cell
  readonly onClose: () => void
}

/** The panel beside the grid: the failures of one cell, with their effects and hazards. */
export function CellPanel({ cell, onClose }: CellPanelProps) {
  const { function: of, guideword, state } = cell
  return (
    <aside className="gr-drawer hz-panel" aria-label={`${of.code} ${guideword.title}`}>
      <header className="gr-drawer-head">
        <div className="gr-drawer-id">
          <FunctionLink code={of.code} />
          <i className={`hz-cell hz-${state} hz-badge`}>
            {stateGlyphs[state]} {stateWords[state]}
          </i>
          <span className="gr-drawer-moves">
            <IconButton size="small" icon={<CrossIcon />} label="Close the panel" keys="Escape" onClick={onClose} />
          </span>
        </div>
        <h2>
          {of.title}: {guideword.title.toLowerCase()}
        </h2>
        <p className="c-note">{guideword.meaning}</p>
      </header>
      <div className="gr-drawer-body" tabIndex={0} role="region" aria-label="Failures">
        <CellFailures cell={cell} />
      </div>
    </aside>
  )
}

/** The failures of a cell, and what can be done with it. */
export function CellFailures({ cell }: { readonly cell: Cell }) {
  const { program, refusal, search } = usePageContext()
  const [dialog, setDialog] = useState<'reason' | 'failure' | 'merge'>()
  const where = { programUuid: program.programUuid, projectId: search.projectId }
  const close = () => setDialog(undefined)
  const malfunctions = cell.failures.filter((each) => judgementOf(each) !== 'not-applicable')
  const storeReason = async (reason: string) => {
    const writing = notApplicable(cell, where, reason)
    if (!writing.ok) return toast.error(writing.reason)
    if (await tried(() => program.save(writing.value))) close()
  }
  return (
    <>
      <div className="hz-acts fs-row-acts">
        <ActButton icon={<AddIcon />} refusal={refusal} onClick={() => setDialog('failure')}>
          Malfunction
        </ActButton>
        {malfunctions.length === 0 && (
          <ActButton icon={<BanCircleIcon />} refusal={refusal} onClick={() => setDialog('reason')}>
            Does not apply, because
          </ActButton>
        )}
        {malfunctions.length > 1 && refusal === undefined && (
          <Button size="small" variant="outlined" icon={<GitMergeIcon />} onClick={() => setDialog('merge')}>
            Merge
          </Button>
        )}
      </div>
      {cell.failures.length === 0 && <p className="c-note hz-none">Nothing was found here yet.</p>}
      {cell.failures.map((failure) => (
        <FailureCard key={failure.uuid} failure={failure} />
      ))}
      {dialog === 'reason' && <ReasonDialog cell={cell} usual="" onClose={close} onStore={storeReason} />}
      {dialog === 'failure' && (
        <FailureDialog
          cell={cell}
          onClose={close}
          onStore={async (failure) => {
            if (await tried(() => program.save(newFailure(cell, where, failure)))) close()
          }}
        />
      )}
      {dialog === 'merge' && <MergeDialog groups={[malfunctions]} onClose={close} />}
    </>
  )
}

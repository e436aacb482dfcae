import { Button } from '@blueprintjs/core'
import { BriefcaseIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { CaseCaptures } from '../captures/case-captures.tsx'
import { CaseAlerts } from './case-alerts.tsx'
import { type CasePageContext, CasePageProvider, useCasePageValue } from './page-context.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseTimeline } from './case-timeline.tsx'
import { CaseVehicles } from './case-vehicles.tsx'
import { CloseCase } from './close-case.tsx'
import { composerId } from './composer.tsx'
import { caseId } from './list.ts'
import { useCase } from './use-case.ts'
import './cases.css'

/** The page of one case: its data, its owner, its alerts and its timeline. */
export function CasePage({ uuid }: { readonly uuid: string | undefined }) {
  return uuid === undefined ? <NoCase /> : <OneCase key={uuid} uuid={uuid} />
}

function NoCase() {
  usePageTitle('Case')
  return (
    <>
      <h1 className="c-visually-hidden">Case</h1>
      <EmptyState
        icon={<BriefcaseIcon size={24} />}
        title="No case is named"
        action={
          <Link className="bp6-button bp6-outlined" to="/org/msoc/dashboard/case-management">
            All cases
          </Link>
        }
      >
        The link is incomplete.
      </EmptyState>
    </>
  )
}

function OneCase({ uuid }: { readonly uuid: string }) {
  const { detail, problem, again, accept } = useCase(uuid)
  const casePage = useCasePageValue(detail, accept, again)
  usePageTitle(detail === undefined ? 'Case' : caseId(detail.case))

  if (casePage !== undefined) {
    return (
      <CasePageProvider value={casePage}>
        {problem !== undefined && <Outdated problem={problem} again={again} />}
        <Layout casePage={casePage} />
      </CasePageProvider>
    )
  }
  return (
    <>
      <h1 className="c-visually-hidden">Case</h1>
      {problem === undefined ? (
        <Loading />
      ) : (
        <ErrorState title="The case did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
    </>
  )
}

/** The note that the case could not be read again; the last state stays visible. */
function Outdated({ problem, again }: { readonly problem: string; readonly again: () => void }) {
  return (
    <p className="cs-outdated" role="alert">
      This is not up to date: {problem}{' '}
      <Button size="small" variant="outlined" onClick={again}>
        Try again
      </Button>
    </p>
  )
}

function Layout({ casePage }: { readonly casePage: CasePageContext }) {
  const [closing, setClosing] = useState(false)
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState(false)
  useCaseKeys(casePage, { close: () => setClosing(true), add: () => setAdding(true), rename: () => setRenaming(true) })

  return (
    <div className="cs-case">
      <CaseHead renaming={renaming} setRenaming={setRenaming} askToClose={() => setClosing(true)} />
      <div className="cs-body">
        <div className="cs-left">
          <CaseAlerts adding={adding} setAdding={setAdding} />
          <CaseVehicles />
          <CaseCaptures uuid={casePage.detail.case.uuid} />
        </div>
        <CaseTimeline />
      </div>
      <CloseCase isOpen={closing} onClose={() => setClosing(false)} />
    </div>
  )
}

interface CaseDialogs {
  readonly close: () => void
  readonly add: () => void
  readonly rename: () => void
}

/**
 * The keyboard shortcuts of the page; a key that the role or the stage does not allow does nothing, like its button.
 */
function useCaseKeys({ detail, refusal, busy, change }: CasePageContext, dialogs: CaseDialogs): void {
  const isClosed = detail.case.stage === 'CLOSED'
  const acting = (act: () => void) => () => {
    if (refusal === undefined && !busy) act()
  }
  useHotkeys([
    { keys: 'm', title: 'Write a comment', group: 'Case', run: () => document.getElementById(composerId)?.focus() },
    { keys: 's', title: 'Assign to me', group: 'Case', run: acting(() => void change({ owner: 'me' })) },
    {
      keys: 'i',
      title: 'Move to In progress',
      group: 'Case',
      run: acting(() => isClosed || void change({ stage: 'IN_PROGRESS' })),
    },
    {
      keys: 'c',
      title: isClosed ? 'Reopen' : 'Close',
      group: 'Case',
      run: acting(() => (isClosed ? void change({ stage: 'IN_PROGRESS' }) : dialogs.close())),
    },
    { keys: 'l', title: 'Add alerts', group: 'Case', run: acting(() => isClosed || dialogs.add()) },
    { keys: 'r', title: 'Rename', group: 'Case', run: acting(dialogs.rename) },
  ])
}

function Loading() {
  return (
    <div className="cs-case" role="status" aria-label="Loading">
      <div className="cs-head">
        <SkeletonRows rows={2} columns={['80px', '2fr', '1fr', '1fr']} rowHeight={36} />
      </div>
      <div className="cs-body">
        <div className="cs-left c-panel">
          <SkeletonRows rows={10} columns={['80px', '90px', '2fr', '1fr', '80px']} />
        </div>
        <div className="cs-activity c-panel">
          <SkeletonRows rows={8} columns={['20px', '3fr', '60px']} rowHeight={44} />
        </div>
      </div>
    </div>
  )
}

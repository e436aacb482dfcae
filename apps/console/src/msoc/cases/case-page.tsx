import { Button } from '@blueprintjs/core'
import { BriefcaseIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { Activity } from './activity/activity.tsx'
import { composerId } from './activity/composer.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SubjectRuns } from '../playbooks/offered/subject-runs.tsx'
import { CaseAlerts } from './case-alerts.tsx'
import { type CasePageContext, CasePageProvider, useCasePage, useCasePageValue } from './page-context.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseTabs } from './case-page-tabs.tsx'
import { CloseCase } from './closing/close-case.tsx'
import { useHasDrafts } from './drafts.ts'
import { EvidenceTab } from './evidence/evidence-tab.tsx'
import { caseId } from './list.ts'
import { MergedNote } from './merging/merged-note.tsx'
import { MergeDialog } from './merging/merge-dialog.tsx'
import { SplitDialog } from './merging/split-dialog.tsx'
import { Overview } from './overview/overview.tsx'
import { LinksTab } from './related/links-tab.tsx'
import { ObservablesTab } from './related/observables-tab.tsx'
import { SimilarTab } from './related/similar-tab.tsx'
import { type CaseTab, caseTabs } from './search.ts'
import { StoryTab } from './story/story-tab.tsx'
import { TasksTab } from './tasks/tasks-tab.tsx'
import { useCase } from './use-case.ts'
import './cases.css'

interface TabProps {
  readonly tab: CaseTab
  readonly onTab: (tab: CaseTab) => void
}

/** The page of one case: its head, its parts as tabs, and what happened beside them. */
export function CasePage({ uuid, ...tabs }: TabProps & { readonly uuid: string | undefined }) {
  return uuid === undefined ? <NoCase /> : <OneCase key={uuid} uuid={uuid} {...tabs} />
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

function OneCase({ uuid, ...tabs }: TabProps & { readonly uuid: string }) {
  const { detail, problem, again, accept } = useCase(uuid)
  const casePage = useCasePageValue(detail, accept, again)
  usePageTitle(detail === undefined ? 'Case' : caseId(detail.case))

  if (casePage !== undefined) {
    return (
      <CasePageProvider value={casePage}>
        {problem !== undefined && <Outdated problem={problem} again={again} />}
        <Layout casePage={casePage} {...tabs} />
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

/** The dialog that is open. */
type Asking = 'close' | 'merge' | 'split' | undefined

function Layout({ casePage, tab, onTab }: TabProps & { readonly casePage: CasePageContext }) {
  const [asking, setAsking] = useState<Asking>()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const add = () => {
    onTab('alerts')
    setAdding(true)
  }
  useLeaveWarning(useHasDrafts(casePage.detail.case.uuid))
  useCaseKeys(casePage, { close: () => setAsking('close'), add, rename: () => setRenaming(true) })
  useHotkeys(
    caseTabs.map((each, index) => ({
      keys: String(index + 1),
      title: `Show ${each}`,
      group: 'Case',
      run: () => onTab(each),
    })),
  )

  return (
    <div className="cs-case">
      <CaseHead renaming={renaming} setRenaming={setRenaming} ask={setAsking} />
      <MergedNote />
      <CaseTabs tab={tab} onTab={onTab} />
      <div className="cs-body">
        <div className="cs-left">
          <TabContent tab={tab} adding={adding} setAdding={setAdding} />
        </div>
        <Activity />
      </div>
      <CloseCase isOpen={asking === 'close'} onClose={() => setAsking(undefined)} />
      <MergeDialog isOpen={asking === 'merge'} onClose={() => setAsking(undefined)} />
      <SplitDialog isOpen={asking === 'split'} onClose={() => setAsking(undefined)} />
    </div>
  )
}

/** The runs of playbooks on the case, and the button that starts one. */
function CasePlaybooks() {
  const { case: subject } = useCasePage().detail
  return (
    <Panel title="Playbooks">
      <div className="pb-in-panel">
        <SubjectRuns subject={{ kind: 'case', uuid: subject.uuid, label: caseId(subject) }} />
      </div>
    </Panel>
  )
}

interface TabContentProps {
  readonly tab: CaseTab
  readonly adding: boolean
  readonly setAdding: (adding: boolean) => void
}

function TabContent({ tab, adding, setAdding }: TabContentProps) {
  switch (tab) {
    case 'overview':
      return (
        <Overview>
          <CasePlaybooks />
        </Overview>
      )
    case 'alerts':
      return <CaseAlerts adding={adding} setAdding={setAdding} />
    case 'tasks':
      return <TasksTab />
    case 'story':
      return <StoryTab />
    case 'observables':
      return <ObservablesTab />
    case 'evidence':
      return <EvidenceTab />
    case 'similar':
      return <SimilarTab />
    case 'links':
      return <LinksTab />
  }
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

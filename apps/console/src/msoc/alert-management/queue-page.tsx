import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../../core/page/page-title.ts'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { BulkBar } from './triage/bulk-bar.tsx'
import { CloseDialog } from './triage/close-dialog.tsx'
import { type AlertPageContext, AlertPageProvider, useAlertPage } from './page-context.tsx'
import { AlertDrawer } from './drawer/alert-drawer.tsx'
import { EscalateDialog } from './triage/escalate-dialog.tsx'
import { MergeDialog } from './triage/merge-dialog.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { RuleList } from './groups/rule-list.tsx'
import { Histogram } from './histogram/histogram.tsx'
import { JobStrip } from './triage/job-strip.tsx'
import { useAlertKeys } from './triage/keys.ts'
import { AlertList } from './list/list.tsx'
import { NewsBar } from './list/news-bar.tsx'
import { NoticeStack } from './triage/notice-stack.tsx'
import { ViewsBar } from './filters/views-bar.tsx'
import './alert-management.css'

interface QueuePageProps {
  readonly search: AlertPageContext['search']
  readonly go: AlertPageContext['go']
}

/** The alert triage page: new alerts, their details and the actions on them, without leaving the list. */
export function QueuePage({ search, go }: QueuePageProps) {
  usePageTitle('Alert Management')
  return (
    <AlertPageProvider search={search} go={go}>
      <Layout />
    </AlertPageProvider>
  )
}

function Layout() {
  const { search, queue } = useAlertPage()
  useAlertKeys()

  return (
    <div className="am-page">
      <header className="am-head">
        <h1>Alert Management</h1>
        <ViewsBar />
        <Link className="am-head-link" to="/org/msoc/dashboard/alert-management/pipeline">
          Pipeline
        </Link>
        <Link className="am-head-link" to="/org/msoc/dashboard/alert-management/sensitivity">
          Sensitivity
        </Link>
        <TimeConductor />
      </header>
      <div className="am-body">
        <section className="am-queue" aria-label="Alerts">
          <Histogram />
          <FilterBar />
          <JobStrip />
          <BulkBar />
          {search.group === 'rule' ? <RuleList /> : <AlertList news={<NewsBar />} />}
          <NoticeStack />
        </section>
        {search.alert !== undefined && <AlertDrawer uuid={search.alert} queue={queue} />}
      </div>
      <CloseDialog />
      <EscalateDialog />
      <MergeDialog />
    </div>
  )
}

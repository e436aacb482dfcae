import { usePageTitle } from '../../core/page-title.ts'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { type Desk, DeskProvider, useDesk } from './desk.tsx'
import { AlertDrawer } from './drawer/alert-drawer.tsx'
import { EscalateDialog } from './escalate-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Histogram } from './histogram.tsx'
import { JobStrip } from './job-strip.tsx'
import { useAlertKeys } from './keys.ts'
import { AlertList } from './list.tsx'
import { NewsBar } from './news-bar.tsx'
import { NoticeStack } from './notice-stack.tsx'
import { ViewsBar } from './views-bar.tsx'
import './alert-management.css'

interface QueuePageProps {
  readonly search: Desk['search']
  readonly go: Desk['go']
}

/** Triage: what came in, what it is, and what becomes of it, without leaving the list. */
export function QueuePage({ search, go }: QueuePageProps) {
  usePageTitle('Alert Management')
  return (
    <DeskProvider search={search} go={go}>
      <Layout />
    </DeskProvider>
  )
}

function Layout() {
  const { search, queue } = useDesk()
  useAlertKeys()

  return (
    <div className="am-page">
      <header className="am-head">
        <h1>Alert Management</h1>
        <ViewsBar />
        <TimeConductor />
      </header>
      <div className="am-body">
        <section className="am-queue" aria-label="Alerts">
          <Histogram />
          <FilterBar />
          <JobStrip />
          <BulkBar />
          <AlertList news={<NewsBar />} />
          <NoticeStack />
        </section>
        {search.alert !== undefined && <AlertDrawer uuid={search.alert} queue={queue} />}
      </div>
      <CloseDialog />
      <EscalateDialog />
    </div>
  )
}

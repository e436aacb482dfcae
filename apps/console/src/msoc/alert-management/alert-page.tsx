import { usePageTitle } from '../../core/page-title.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { type Desk, DeskProvider, useDesk } from './desk.tsx'
import { AlertDrawer } from './drawer/alert-drawer.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useAlertKeys } from './keys.ts'
import { AlertList } from './list.tsx'
import { NewsBar } from './news-bar.tsx'
import { NoticeStack } from './notice-stack.tsx'
import { ViewTabs } from './view-tabs.tsx'
import './alert-management.css'

interface AlertPageProps {
  readonly search: Desk['search']
  readonly go: Desk['go']
}

/** Triage: what came in, what it is, and what becomes of it, without leaving the list. */
export function AlertPage({ search, go }: AlertPageProps) {
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
        <ViewTabs />
      </header>
      <div className="am-body">
        <section className="am-queue" aria-label="Alerts">
          <FilterBar />
          <BulkBar />
          <AlertList news={<NewsBar />} />
          <NoticeStack />
        </section>
        {search.alert !== undefined && <AlertDrawer uuid={search.alert} queue={queue} />}
      </div>
      <CloseDialog />
    </div>
  )
}

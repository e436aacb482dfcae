import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePageTitle } from '../../core/page/page-title.ts'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { IngestTab } from './ingest/ingest-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import { RejectsTab } from './rejects/rejects-tab.tsx'
import type { JobsSearch } from './search.ts'
import { type Tab, tabs } from './tabs.ts'
import '../../core/ui/form.css'
import './jobs.css'

interface JobsPageProps {
  readonly tab: Tab
  readonly search: JobsSearch
  readonly go: (search: JobsSearch, replace?: boolean) => void
}

/** Background jobs and their results; the ingest state, and rejected events. */
export function JobsPage({ tab, search, go }: JobsPageProps) {
  usePageTitle('Jobs')
  return (
    <div className="jb-page">
      <PageHead title="Jobs" tabs={<Tabs tab={tab} />}>
        {tab === 'rejects' && <TimeConductor />}
      </PageHead>
      <div className="jb-body">
        {tab === 'ingest' && <IngestTab />}
        {tab === 'rejects' && <RejectsTab search={search} go={go} />}
        {tab !== 'ingest' && tab !== 'rejects' && <JobsTab key={tab} tab={tab} />}
      </div>
    </div>
  )
}

/** The tabs. They do not all fit on a phone: the selected tab is scrolled into view. */
function Tabs({ tab: shown }: Pick<JobsPageProps, 'tab'>) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  return (
    <nav ref={nav} className="c-tabs" aria-label="Jobs">
      {tabs.map(({ tab, title }) => (
        <Link
          key={tab}
          className="c-tab"
          to="/org/msoc/dashboard/jobs/$tab"
          params={{ tab }}
          activeOptions={{ includeSearch: false }}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

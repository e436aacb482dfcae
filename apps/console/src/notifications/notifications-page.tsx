import type { NotificationCategory } from '@carapace/shared/core/notification-kinds'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../core/page/page-title.ts'
import { PageHead } from '../core/ui/page-head.tsx'
import { ChannelsTab } from './channels-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import type { PageProps } from './page-props.ts'
import { type Tab, tabs } from './search.ts'
import '../core/ui/form.css'
import './notifications.css'

const titles = {
  history: 'History',
  rules: 'My rules',
  channels: 'Channels',
  log: 'Delivery log',
} as const satisfies Record<Tab, string>

const pageTitles = { sbom: 'SBOM notifications', security: 'Security notifications' } as Readonly<
  Partial<Record<NotificationCategory, string>>
>

/** The user's notifications, what they are notified of and where, and what was delivered (rule NOTIFICATION-UI-3). */
export function NotificationsPage(props: PageProps) {
  const { search, category } = props
  const title = (category && pageTitles[category]) ?? 'Notifications'
  usePageTitle(title)
  const tab = search.tab ?? 'history'
  return (
    <div className="nt-page">
      <PageHead title={title} tabs={<Tabs shown={tab} />} />
      {tab === 'history' && <HistoryTab key={category ?? ''} {...props} />}
      {tab === 'rules' && <RulesTab />}
      {tab === 'channels' && <ChannelsTab />}
      {tab === 'log' && <LogTab />}
    </div>
  )
}

function Tabs({ shown }: { readonly shown: Tab }) {
  return (
    <nav className="c-tabs" aria-label="Notifications">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="."
          search={(tab === 'history' ? {} : { tab }) as never}
          className="c-tab"
          // the address without a tab is the history: the router's own idea of what is active does not apply
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {titles[tab]}
        </Link>
      ))}
    </nav>
  )
}

import { usePageTitle } from '../../core/page/page-title.ts'
import { PageHead } from '../../core/ui/page-head.tsx'
import { number } from '../../core/format/format.ts'
import { ActionsTab } from './actions/actions-tab.tsx'
import { ListTab, ListTools } from './list/list-tab.tsx'
import { RunsTab } from './runs/runs-tab.tsx'
import { SecretsTab } from './secrets/secrets-tab.tsx'
import { type PlaybooksSearch, type PlaybookTab, playbookTabs } from './search.ts'
import { useWaitingCount } from './waiting/waiting-count.ts'
import { WaitingTab } from './waiting/waiting-tab.tsx'
import './playbooks.css'
import '../../core/ui/form.css'

interface PlaybooksPageProps {
  readonly search: PlaybooksSearch
  readonly go: (search: PlaybooksSearch, replace?: boolean) => void
}

const titles: Readonly<Record<PlaybookTab, string>> = {
  playbooks: 'Playbooks',
  runs: 'Runs',
  waiting: 'Waiting',
  secrets: 'Secrets',
  actions: 'Vehicle actions',
}

/** The playbooks, their runs, what waits for a person, the secrets and the vehicle actions (rule PLAYBOOK-UI-1). */
export function PlaybooksPage(props: PlaybooksPageProps) {
  const { search, go } = props
  const tab = search.tab ?? 'playbooks'
  const mine = useWaitingCount((counts) => counts.mine)
  usePageTitle(tab === 'playbooks' ? 'Playbooks' : `${titles[tab]} · Playbooks`)
  return (
    <div className="pb-page">
      <PageHead
        title="Playbooks"
        tabs={
          <nav className="c-tabs pb-tabs pb-page-tabs" aria-label="Playbooks">
            {playbookTabs.map((each) => (
              <button
                key={each}
                type="button"
                className="c-tab"
                aria-current={each === tab ? 'page' : undefined}
                onClick={() => go(each === 'playbooks' ? {} : { tab: each })}
              >
                {titles[each]}
                {each === 'waiting' && mine > 0 && (
                  <span className="pb-count num" title={`${number(mine)} for you to decide`}>
                    {number(mine)}
                  </span>
                )}
              </button>
            ))}
          </nav>
        }
      >
        {tab === 'playbooks' && <ListTools />}
      </PageHead>
      {tab === 'playbooks' && <ListTab {...props} />}
      {tab === 'runs' && <RunsTab {...props} />}
      {tab === 'waiting' && <WaitingTab />}
      {tab === 'secrets' && <SecretsTab />}
      {tab === 'actions' && <ActionsTab {...props} />}
    </div>
  )
}

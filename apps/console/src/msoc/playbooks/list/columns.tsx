import type { Playbook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { Link } from '@tanstack/react-router'
import { age, dateTime, number, useNow, zonedDateTime } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/data-table.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { playbookAt } from '../links.ts'
import { triggerText, versionText } from '../words.ts'

/** Key under which this browser stores the columns. */
export const tableId = 'playbooks'

/** The columns of the list of playbooks (rule PLAYBOOK-UI-2). */
export const columns: readonly Column<Playbook>[] = [
  {
    key: 'state',
    title: 'State',
    width: 92,
    always: true,
    render: ({ enabled_version: version }) => (
      <Badge tone={version === null ? 'grey' : 'green'}>{version === null ? 'Disabled' : 'Enabled'}</Badge>
    ),
  },
  { key: 'name', title: 'Name', width: 220, grow: 3, always: true, render: Name, text: nameText },
  {
    key: 'trigger',
    title: 'Trigger',
    width: 168,
    grow: 1,
    priority: 1,
    render: ({ trigger }) => triggerText(trigger),
    text: ({ trigger }) => triggerText(trigger),
  },
  { key: 'last', title: 'Last run', width: 84, numeric: true, priority: 4, render: LastRun },
  { key: 'runs', title: 'Runs, 30 d', width: 84, numeric: true, priority: 2, render: Runs },
  { key: 'failed', title: 'Failed', width: 68, numeric: true, priority: 3, render: Failed },
  { key: 'steps', title: 'Steps', width: 64, numeric: true, priority: 7, render: ({ nodes }) => number(nodes) },
  { key: 'version', title: 'Version', width: 124, priority: 5, render: versionText, text: versionText },
  {
    key: 'tags',
    title: 'Tags',
    width: 140,
    grow: 1,
    priority: 9,
    render: ({ tags }) => tags.join(', '),
    text: ({ tags }) => tags.join(', '),
  },
  {
    key: 'author',
    title: 'Author',
    width: 132,
    priority: 6,
    render: ({ updated_by: by }) => by,
    text: ({ updated_by: by }) => by,
  },
  {
    key: 'changed',
    title: 'Changed',
    width: 172,
    priority: 8,
    render: ({ updated_at: at }) => <span className="num">{dateTime(at)}</span>,
  },
  {
    key: 'next',
    title: 'Next start',
    width: 172,
    extra: true,
    priority: 10,
    render: ({ next_start_at: at }) => (at === null ? '' : <span className="num">{dateTime(at)}</span>),
  },
]

function nameText({ name, description }: Playbook): string {
  return description === '' ? name : `${name}. ${description}`
}

function Name({ uuid, name, description }: Playbook) {
  return (
    <>
      <Link {...playbookAt(uuid)} className="pb-name">
        {name}
      </Link>
      <span className="pb-name-about">{description}</span>
    </>
  )
}

function LastRun({ last_run_at: at }: Playbook) {
  return at === null ? '' : <Age at={at} />
}

function Age({ at }: { readonly at: string }) {
  const now = useNow(1_000)
  return <span title={zonedDateTime(at)}>{age(now - Date.parse(at))}</span>
}

function Runs({ uuid, name, runs }: Playbook) {
  return <RunsLink uuid={uuid} count={runs} label={`${number(runs)} runs of ${name}`} />
}

function Failed({ uuid, name, failed_runs: failed }: Playbook) {
  return <RunsLink uuid={uuid} count={failed} state="FAILED" label={`${number(failed)} failed runs of ${name}`} />
}

interface RunsLinkProps {
  readonly uuid: string
  readonly count: number
  readonly state?: string
  readonly label: string
}

/** A number of runs, a link to them. */
function RunsLink({ uuid, count, state, label }: RunsLinkProps) {
  if (count === 0) return '0'
  return (
    <Link
      to="/org/msoc/dashboard/playbooks"
      search={{ tab: 'runs', playbook: uuid, state } as never}
      aria-label={label}
      className={state === undefined ? undefined : 'pb-failed'}
    >
      {number(count)}
    </Link>
  )
}

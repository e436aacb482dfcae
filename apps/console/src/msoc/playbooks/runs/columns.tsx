import type { PlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { Link } from '@tanstack/react-router'
import { age, dateTime, delay, number, useNow } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/data-table.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { runAt, subjectAt } from '../links.ts'
import { runId, runStateText, runTones, startedText } from '../words.ts'

/** Key under which this browser stores the columns. */
export const tableId = 'playbook-runs'

/** The columns of the list of runs (rule PLAYBOOK-UI-20). */
export const columns: readonly Column<PlaybookRun>[] = [
  {
    key: 'state',
    title: 'State',
    width: 152,
    always: true,
    render: (run) => (
      <Badge tone={run.needs_people > 0 && run.finished_at === null ? 'yellow' : runTones[run.state]}>
        {runStateText(run)}
      </Badge>
    ),
    text: runStateText,
  },
  {
    key: 'run',
    title: 'Run',
    width: 92,
    always: true,
    mono: true,
    render: (run) => <Link {...runAt(run.uuid)}>{runId(run)}</Link>,
    text: runId,
  },
  {
    key: 'playbook',
    title: 'Playbook',
    width: 200,
    grow: 2,
    always: true,
    render: ({ playbook }) => playbook,
    text: ({ playbook }) => playbook,
  },
  {
    key: 'subject',
    title: 'Subject',
    width: 132,
    mono: true,
    priority: 1,
    render: ({ subject }) => (subject === null ? '' : <Link {...subjectAt(subject)}>{subject.label}</Link>),
    text: ({ subject }) => subject?.label ?? '',
  },
  {
    key: 'error',
    title: 'Failure',
    width: 200,
    grow: 3,
    priority: 3,
    render: ({ error }) => error ?? '',
    text: ({ error }) => error ?? '',
  },
  { key: 'by', title: 'Started by', width: 132, priority: 4, render: startedText, text: startedText },
  { key: 'version', title: 'Version', width: 72, priority: 7, render: ({ version }) => `v${version}` },
  { key: 'steps', title: 'Steps', width: 64, numeric: true, priority: 6, render: ({ steps }) => number(steps) },
  { key: 'took', title: 'Took', width: 76, numeric: true, priority: 5, render: Took },
  {
    key: 'created',
    title: 'Started',
    width: 172,
    priority: 2,
    render: ({ created_at: at }) => <span className="num">{dateTime(at)}</span>,
  },
]

function Took(run: PlaybookRun) {
  const { created_at: from, finished_at: to } = run
  return to === null ? <Since from={from} /> : delay(Date.parse(to) - Date.parse(from))
}

/** How long it has been running. */
function Since({ from }: { readonly from: string }) {
  const now = useNow(1_000)
  return <span className="pb-since">{age(now - Date.parse(from))}</span>
}

import { Button } from '@blueprintjs/core'
import { HistoryIcon } from '@blueprintjs/icons'
import { getProgramHistory } from '@carapace/shared/graph/programs/projects.contract'
import { call } from '../../core/call/call.ts'
import { dateTime, sentenceCase } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { usePages } from '../../core/call/use-pages.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { changesIn, type Entry } from './history-words.ts'

interface HistoryPanelProps {
  readonly programUuid: string
  /** Only entries about this project of the program. */
  readonly projectUuid?: string
  /** The time of the last change; another value reloads the history. */
  readonly moved: string
}

/** The history of a program and its projects, the latest entry first. */
export function HistoryPanel({ programUuid, projectUuid, moved }: HistoryPanelProps) {
  const { rows, problem, whole, more, retry } = usePages(
    [getProgramHistory.path, programUuid, projectUuid, moved],
    async (cursor, signal) => {
      const { entries, next } = await call(
        getProgramHistory,
        {
          program_uuid: programUuid,
          limit: 20,
          ...(projectUuid !== undefined && { project_uuid: projectUuid }),
          ...(cursor !== undefined && { before: Number(cursor) }),
        },
        { signal },
      )
      return { rows: entries, next: next === null ? null : String(next) }
    },
  )
  return (
    <Panel title="History">
      {problem !== undefined && rows === undefined && (
        <ErrorState title="The history did not load" onRetry={retry}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && rows === undefined && <SkeletonRows rows={5} columns={['1fr', '2fr']} rowHeight={49} />}
      {rows?.length === 0 && <EmptyState icon={<HistoryIcon size={24} />} title="Nothing was done yet" />}
      <ol className="pg-history">
        {rows?.map((entry) => (
          <Line key={entry.id} entry={entry} project={projectUuid === undefined ? entry.project : null} />
        ))}
      </ol>
      {rows !== undefined && !whole && (
        <p className="pg-more">
          <Button size="small" variant="outlined" onClick={more}>
            Earlier
          </Button>
        </p>
      )}
    </Panel>
  )
}

function Line({ entry, project }: { readonly entry: Entry; readonly project: string | null }) {
  const changes = changesIn(entry)
  return (
    <li>
      <p>
        {sentenceCase(entry.action)}
        {project !== null && (
          <>
            {' '}
            <b>{project}</b>
          </>
        )}{' '}
        <span className="pg-note">
          by {entry.by},{' '}
          <time className="num" dateTime={entry.at}>
            {dateTime(entry.at)}
          </time>
        </span>
      </p>
      {changes.map(({ what, before, after }) => (
        <p key={what} className="pg-note">
          <b>{what}</b> {before === undefined ? after : after === undefined ? before : `${before} → ${after}`}
        </p>
      ))}
    </li>
  )
}

import { VideoIcon } from '@blueprintjs/icons'
import type { Capture, listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { dateTime, number } from '../../core/format/format.ts'
import type { Requested } from '../../core/call/query.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { HomePanel } from './home-panel.tsx'

/** The latest captures; a capture that was read opens in the analyzer. */
export function RecentCaptures({ answer }: { readonly answer: Requested<z.output<typeof listCaptures.output>> }) {
  const nothing = (
    <EmptyState
      icon={<VideoIcon size={24} />}
      title="No captures"
      action={<Link to="/org/msoc/dashboard/analyzers/captures">Go to captures</Link>}
    >
      A capture contains recorded frames from any tool.
    </EmptyState>
  )
  return (
    <HomePanel title="Recent captures" answer={answer} nothing={nothing} rowsOf={({ captures }) => captures}>
      {(capture) => <Line key={capture.uuid} capture={capture} />}
    </HomePanel>
  )
}

function Line({
  capture: { uuid, name, state, frames, vehicle, created_at: createdAt },
}: {
  readonly capture: Capture
}) {
  return (
    <li className="ah-line">
      <span className="ah-name">
        {state === 'READY' ? (
          <Link to="/org/msoc/dashboard/analyzers/default-view" search={{ capture: uuid }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {vehicle && <span className="ah-faint mono">{vehicle.vin}</span>}
      <span className="ah-end num">{state === 'READY' ? `${number(frames)} frames` : stateTexts[state]}</span>
      <span className="ah-faint num">{dateTime(createdAt)}</span>
    </li>
  )
}

const stateTexts = { UPLOADING: 'uploading', READING: 'being read', FAILED: 'could not be read' } as const

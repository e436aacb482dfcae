import { Button } from '@blueprintjs/core'
import { CrossIcon, EditIcon, LearningIcon, PlayIcon, TimelineEventsIcon, TrashIcon } from '@blueprintjs/icons'
import {
  type Capture,
  cancelReplay,
  deleteCapture,
  getCapture,
  type Replay,
  replayCapture,
  saveCapture,
} from '@carapace/shared/msoc/can/captures.contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { number, sentenceCase, zonedDateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { caseId } from '../cases/list.ts'
import { EditDialog } from './edit-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { formatText, percent, sizeText, spanText } from './words.ts'

interface CaptureDetailProps {
  readonly uuid: string
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Interval at which a capture that is being processed is read again, ms. */
const lookMs = 1_000

/** One capture: its content, the parts that could not be parsed, its uses, and the actions on it. */
export function CaptureDetail({ uuid, onChanged, onClose }: CaptureDetailProps) {
  const [isMoving, setMoving] = useState(false)
  const { data, problem, refetch } = useEndpoint(getCapture, { uuid }, { refetchEveryMs: isMoving && lookMs })
  const moves =
    data !== undefined &&
    (data.capture.progress !== null || data.replays.some(({ state }) => state === 'WAITING' || state === 'RUNNING'))
  if (moves !== isMoving) setMoving(moves)
  const changed = () => {
    refetch()
    onChanged()
  }

  return (
    <section className="c-panel cp-detail" aria-label="Capture" tabIndex={0}>
      <div className="c-panel-head">
        <h2>{data?.capture.name ?? 'Capture'}</h2>
        <Button size="small" variant="minimal" icon={<CrossIcon />} aria-label="Close the capture" onClick={onClose} />
      </div>
      {data !== undefined && (
        <Shown
          {...data}
          onChanged={changed}
          onGone={() => {
            onChanged()
            onClose()
          }}
        />
      )}
      {data === undefined &&
        (problem === undefined ? (
          <SkeletonRows rows={8} columns={['80px', '1fr']} />
        ) : (
          <ErrorState title="The capture did not load" onRetry={refetch}>
            {problem}
          </ErrorState>
        ))}
    </section>
  )
}

interface ShownProps {
  readonly capture: Capture
  readonly replays: readonly Replay[]
  readonly onChanged: () => void
  readonly onGone: () => void
}

function Shown({ capture, replays, onChanged, onGone }: ShownProps) {
  return (
    <div className="cp-scroll">
      {capture.state === 'READY' && <Uses capture={capture} onChanged={onChanged} />}
      {capture.progress !== null && (
        <p className="cp-say">
          <progress className="cp-progress" aria-label="Reading the capture" max={1} value={capture.progress} />{' '}
          <span className="num">{percent(capture.progress)} read</span>
        </p>
      )}
      {capture.error !== null && (
        <p className="c-problem cp-say" role="alert">
          {capture.error}
        </p>
      )}
      <Facts capture={capture} />
      <Changes capture={capture} onChanged={onChanged} onGone={onGone} />
      {capture.rejects.length > 0 && <Rejects capture={capture} />}
      {replays.length > 0 && <Replays replays={replays} onChanged={onChanged} />}
    </div>
  )
}

/** The uses of a capture. */
function Uses({ capture, onChanged }: Pick<ShownProps, 'capture' | 'onChanged'>) {
  const [isReplaying, setReplaying] = useState(false)
  return (
    <div className="cp-actions">
      <Link
        className="cp-link"
        to="/org/msoc/dashboard/analyzers/default-view"
        search={{ capture: capture.uuid } as never}
      >
        <TimelineEventsIcon /> Open in analyzer
      </Link>
      <Link className="cp-link" to="/org/msoc/dashboard/analyzers/profiles" search={{ capture: capture.uuid } as never}>
        <LearningIcon /> Learn a profile
      </Link>
      <ActButton
        icon={<PlayIcon />}
        text="Replay"
        refusal={useRefusal(replayCapture)}
        onClick={() => setReplaying(true)}
      />
      <ExportMenu capture={capture} />
      {isReplaying && <ReplayDialog capture={capture} onBegun={onChanged} onClose={() => setReplaying(false)} />}
    </div>
  )
}

function Changes({ capture, onChanged, onGone }: Pick<ShownProps, 'capture' | 'onChanged' | 'onGone'>) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const [isBusy, setBusy] = useState(false)
  const isHeld =
    capture.case !== null
      ? 'A case has this capture. Take it out of the case first.'
      : capture.progress !== null || capture.state === 'UPLOADING'
        ? 'It is being read: cancel its job first.'
        : undefined
  const mayDelete = useRefusal(deleteCapture)
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteCapture, { uuid: capture.uuid, revision: capture.revision })
      onGone()
    } catch (problem) {
      toast.error(messageOf(problem))
      setBusy(false)
    }
  }
  return (
    <div className="cp-actions">
      <ActButton icon={<EditIcon />} text="Edit" refusal={useRefusal(saveCapture)} onClick={() => setDialog('edit')} />
      <ActButton icon={<TrashIcon />} text="Delete" refusal={mayDelete ?? isHeld} onClick={() => setDialog('delete')} />
      {dialog === 'edit' && <EditDialog capture={capture} onSaved={onChanged} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        title={`Delete ${capture.name}?`}
        action="Delete"
        isDanger
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setDialog(undefined)}
      >
        Its {number(capture.frames)} frames will be deleted. Replayed events and learned profiles stay.
      </ConfirmDialog>
    </div>
  )
}

function Facts({ capture }: { readonly capture: Capture }) {
  return (
    <dl className="cp-facts">
      <Fact name="Format">{formatText(capture)}</Fact>
      <Fact name="File">{capture.file_name === '' ? '–' : `${capture.file_name}, ${sizeText(capture.bytes)}`}</Fact>
      <Fact name="Frames">{number(capture.frames)}</Fact>
      <Fact name="From">{capture.started_at === null ? '–' : zonedDateTime(capture.started_at)}</Fact>
      <Fact name="Span">{spanText(capture)}</Fact>
      <Fact name="Buses">
        {capture.buses.length === 0
          ? '–'
          : capture.buses.map(({ bus, frames }) => (
              <div key={bus}>
                <span className="mono">{bus}</span> {number(frames)} frames
              </div>
            ))}
      </Fact>
      <Fact name="Vehicle">
        {capture.vehicle === null ? (
          '–'
        ) : (
          <Link
            className="mono"
            to="/org/msoc/dashboard/projects/vehicle/$tab"
            params={{ tab: 'info' }}
            search={{ vehicle: capture.vehicle.vin } as never}
          >
            {capture.vehicle.vin}
          </Link>
        )}
      </Fact>
      <Fact name="Case">
        {capture.case === null ? (
          '–'
        ) : (
          <Link to="/org/msoc/dashboard/case-management/general" search={{ case: capture.case.uuid }}>
            {caseId(capture.case)} {capture.case.title}
          </Link>
        )}
      </Fact>
      <Fact name="Created">{`${zonedDateTime(capture.created_at)} by ${capture.created_by}`}</Fact>
      <Fact name="SHA-256">
        {capture.sha256 === null ? '–' : <span className="mono cp-hash">{capture.sha256}</span>}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

function Rejects({ capture: { format, rejects, rejected } }: { readonly capture: Capture }) {
  return (
    <>
      <h3>
        {number(rejected)} not understood{rejected > rejects.length && `, the first ${rejects.length}`}
      </h3>
      <table className="c-table cp-rejects">
        <thead>
          <tr>
            <th className="c-number">{format === 'blf' || format === 'pcap' ? 'Record' : 'Line'}</th>
            <th>Reason</th>
          </tr>
        </thead>
        <tbody>
          {rejects.map(({ line, reason }) => (
            <tr key={`${line} ${reason}`}>
              <td className="c-number num">{number(line)}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Replays({ replays, onChanged }: Pick<ShownProps, 'replays' | 'onChanged'>) {
  const refusal = useRefusal(cancelReplay)
  const stop = (uuid: string) =>
    call(cancelReplay, { uuid }).then(onChanged, (problem: unknown) => toast.error(messageOf(problem)))
  return (
    <>
      <h3>Replays</h3>
      <ul className="cp-replays">
        {replays.map(({ uuid, vehicle, state, sent, speed, error }) => (
          <li key={uuid}>
            <StatusBadge status={state} />
            <Link
              className="mono"
              to="/org/msoc/dashboard/projects/vehicle/$tab"
              params={{ tab: 'info' }}
              search={{ vehicle: vehicle.vin } as never}
            >
              {vehicle.vin}
            </Link>
            <span className="num cp-note">
              {number(sent)} frames{speed === 0 ? ', at once' : speed === 1 ? '' : `, ${speed} times as fast`}
            </span>
            {(state === 'WAITING' || state === 'RUNNING') && (
              <ActButton
                text="Stop"
                refusal={refusal}
                aria-label={`Stop the replay into ${vehicle.vin}`}
                onClick={() => void stop(uuid)}
              />
            )}
            {error !== null && <span className="c-problem">{sentenceCase(error)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

import { Button, PopoverNext } from '@blueprintjs/core'
import { saveCanNote } from '@carapace/shared/msoc/can/notes.contract'
import { rankOf } from '@carapace/shared/msoc/severity'
import { dateTime } from '../../../../core/format/format.ts'
import { useRefusal } from '../../../../core/session/may.ts'
import { SeverityGlyph } from '../../../../core/ui/severity-glyph.tsx'
import { useBench, useAnalyzerState } from '../../bench.ts'
import type { AlertMark } from '../../sources/feed.ts'
import { withRoom } from '../../marks.ts'
import { DeleteNote } from '../../notes/note-dialog.tsx'
import { exactClock } from '../../times.ts'
import type { TimeScale } from './load-path.ts'

interface MarksProps {
  readonly scale: TimeScale
  /** The position of the scale in the box, px. */
  readonly left: number
}

/** The width of a mark with its label, px. */
const labelWidth = 92

/** The alerts of the shown source, each a line at its time; a click focuses that time. */
export function AlertMarks({ scale, left }: MarksProps) {
  const { goTo } = useBench()
  const alerts = useAnalyzerState((state) => state.alerts)
  const marks = alerts.filter(({ from }) => scale.holds(from)).map((alert) => ({ alert, x: scale.x(alert.from) }))
  const labelled = withRoom(
    marks.toSorted((a, b) => rankOf(b.alert.severity) - rankOf(a.alert.severity)),
    labelWidth,
  )
  return marks.map((mark) => (
    <button
      key={mark.alert.uuid}
      type="button"
      className={`an-mark an-mark-${mark.alert.severity}`}
      style={{ left: left + mark.x }}
      title={sentenceOf(mark.alert)}
      aria-label={`${sentenceOf(mark.alert)}. Go there.`}
      onClick={() => goTo(mark.alert.from)}
    >
      {labelled.has(mark) && (
        <span>
          <SeverityGlyph severity={mark.alert.severity} size={10} /> ALR-{mark.alert.number}
        </span>
      )}
    </button>
  ))
}

const sentenceOf = ({ number, title }: AlertMark): string => `ALR-${number} ${title}`

/** Notes as small flags, each with its text. */
export function NoteFlags({ scale, left }: MarksProps) {
  const { notes } = useBench()
  return notes.list
    .filter(({ at_ms: at }) => scale.holds(at))
    .map((note) => (
      <span key={note.uuid} className="an-flag" style={{ left: left + scale.x(note.at_ms) }}>
        <PopoverNext content={<NoteCard uuid={note.uuid} />} placement="bottom" arrow={false} animation="minimal">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`Note of ${note.author}: ${note.text}`}
            title={note.text}
          />
        </PopoverNext>
      </span>
    ))
}

function NoteCard({ uuid }: { readonly uuid: string }) {
  const { notes, goTo, setDialog } = useBench()
  const refusal = useRefusal(saveCanNote)
  const note = notes.list.find((each) => each.uuid === uuid)
  if (note === undefined) return null
  return (
    <div className="an-note">
      <p className="an-note-text">{note.text}</p>
      <p className="c-note">
        {note.author}, {dateTime(note.created_at)}; at {exactClock(note.at_ms)}
      </p>
      <p className="an-note-foot">
        <Button size="small" text="Go there" onClick={() => goTo(note.at_ms)} />
        {note.own && refusal === undefined && (
          <Button size="small" variant="minimal" text="Edit" onClick={() => setDialog({ about: 'note', uuid })} />
        )}
        {note.own && refusal === undefined && <DeleteNote note={note} />}
      </p>
    </div>
  )
}

import type { AlertEvidence } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { Fragment, useMemo } from 'react'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { idDigits } from '@carapace/shared/msoc/can/frame'
import { firedAt, type FrameLine, inRuns, offsetText } from './evidence.ts'
import { type DecodedLines, useDecoded } from './decode.ts'
import { EvidenceTable } from './evidence-table.tsx'

interface CanEvidenceProps {
  readonly lines: readonly FrameLine[]
  readonly severity: Severity
  /** The CAN database version that was pinned with the frames. */
  readonly dbc: AlertEvidence['dbc']
}

/**
 * CAN frames around the alert. Frames with the alert's own id are highlighted, with the changed bytes and the decoded
 * signals. Opens at the frame that the alert fired on.
 */
export function CanEvidence({ lines, severity, dbc }: CanEvidenceProps) {
  const fired = useMemo(() => firedAt(lines), [lines])
  const several = useMemo(() => new Set(lines.map(({ frame }) => frame.bus)).size > 1, [lines])
  const decoded = useDecoded(lines, dbc?.version_uuid)
  const context = useMemo((): Shown => ({ fired, several, severity, decoded }), [fired, several, severity, decoded])

  return (
    <EvidenceTable
      className={`am-frames am-tone-${severity}`}
      label="Frames around the alert"
      rows={lines}
      isOwn={isOwn}
      openAt={fired}
      head={<Head several={several} isDecoded={decoded.size > 0} />}
      context={context}
      cells={frameCells}
    />
  )
}

interface Shown {
  /** The index of the line that the alert fired on. */
  readonly fired: number
  /** Whether there are frames of more than one bus. */
  readonly several: boolean
  readonly severity: Severity
  readonly decoded: DecodedLines
}

function frameCells(line: FrameLine, index: number, { fired, several, severity, decoded }: Shown) {
  const message = decoded.get(line)
  return (
    <>
      <td>{index === fired && <SeverityGlyph severity={severity} label="The alert fired here" />}</td>
      <td className="am-offset">{offsetText(line.fromAlertMs)}</td>
      <td className="am-frame-id">{idDigits(line.frame)}</td>
      <td className="am-dlc">{line.bytes.length}</td>
      <td className="am-bytes">{line.frame.rtr ? 'remote request' : <Bytes line={line} />}</td>
      {several && <td className="am-dlc">{line.frame.bus}</td>}
      {decoded.size > 0 && (
        <td className="am-decoded">
          {message && (
            <>
              <b>{message.name}</b> {message.text}
            </>
          )}
        </td>
      )}
    </>
  )
}

const isOwn = ({ own }: FrameLine) => own

function Head({ several, isDecoded }: { readonly several: boolean; readonly isDecoded: boolean }) {
  return (
    <tr className="c-visually-hidden">
      <th scope="col">Alert</th>
      <th scope="col">Seconds from the alert</th>
      <th scope="col">Arbitration id</th>
      <th scope="col">Length</th>
      <th scope="col">Data</th>
      {several && <th scope="col">Bus</th>}
      {isDecoded && <th scope="col">Signals</th>}
    </tr>
  )
}

/**
 * The bytes of a frame. Changes are marked only in the alert's own frames: counters and checksums of all others change
 * all the time.
 */
function Bytes({ line: { bytes, own } }: { readonly line: FrameLine }) {
  if (!own) return bytes.map(({ hex }) => hex).join(' ')
  return inRuns(bytes).map(({ changed, text }, index) =>
    changed ? (
      <mark key={index} className="am-changed">
        {text}
      </mark>
    ) : (
      <Fragment key={index}> {text} </Fragment>
    ),
  )
}

import type { Severity } from '@carapace/shared/msoc/severity'
import { Fragment, useMemo } from 'react'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { firedAt, type FrameLine, idText, inRuns, offsetText } from '../evidence.ts'

interface CanEvidenceProps {
  readonly lines: readonly FrameLine[]
  readonly severity: Severity
}

/** CAN frames around the alert: those of its own id stand out, with the bytes that changed. Opens at the frame it fired on. */
export function CanEvidence({ lines, severity }: CanEvidenceProps) {
  const fired = useMemo(() => firedAt(lines), [lines])
  const several = useMemo(() => new Set(lines.map(({ frame }) => frame.bus)).size > 1, [lines])

  return (
    <div className={`am-frames am-tone-${severity}`} tabIndex={0} role="region" aria-label="Frames around the alert">
      <table>
        <thead className="c-said">
          <tr>
            <th scope="col">Alert</th>
            <th scope="col">Seconds from the alert</th>
            <th scope="col">Arbitration id</th>
            <th scope="col">Length</th>
            <th scope="col">Data</th>
            {several && <th scope="col">Bus</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index} className={line.own ? 'am-own' : undefined} ref={index === fired ? toTheMiddle : undefined}>
              <td>{index === fired && <SeverityGlyph severity={severity} label="The alert fired here" />}</td>
              <td className="am-offset">{offsetText(line.fromAlertMs)}</td>
              <td className="am-frame-id">{idText(line.frame)}</td>
              <td className="am-dlc">{line.bytes.length}</td>
              <td className="am-bytes">{line.frame.rtr ? 'remote request' : <Bytes line={line} />}</td>
              {several && <td className="am-dlc">{line.frame.bus}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Scrolls the box alone: `scrollIntoView` would move the drawer with it. */
function toTheMiddle(row: HTMLElement | null): void {
  const box = row?.closest('.am-frames')
  if (row && box) box.scrollTop = row.offsetTop - box.clientHeight / 2 + row.offsetHeight / 2
}

/** Only the alert's own frames are marked: counters and checksums of all others change all the time. */
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

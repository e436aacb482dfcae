import type { SyslogRow } from '@carapace/shared/msoc/history/history.contract'
import { isUnauthenticated } from '@carapace/shared/msoc/events/syslog-sender'
import { clockWithSeconds, number, zonedDateTime } from '../../../core/format/format.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import type { IdsEvent, StoredPosition } from './evidence.ts'
import { EvidenceTable } from './evidence-table.tsx'

/** Log lines as they were sent. */
export function SyslogEvidence({ rows }: { readonly rows: readonly SyslogRow[] }) {
  return (
    <EvidenceTable
      className="am-events"
      label="Log lines around the alert"
      head={headOf('Time', 'Application', 'Message')}
      rows={rows}
      cells={logCells}
    />
  )
}

function logCells(row: SyslogRow) {
  return (
    <>
      <Time at={row.ts} />
      <td className="mono">
        {row.app_name ?? row.hostname ?? '–'}
        {row.proc_id !== null && <span className="am-muted">[{row.proc_id}]</span>}
        {isUnauthenticated(row.structured_data) && <span className="am-muted"> unauthenticated</span>}
      </td>
      <td className="mono am-message">{row.message}</td>
    </>
  )
}

/** Events that the vehicle's own intrusion detection reported. */
export function IdsEvidence({ rows }: { readonly rows: readonly IdsEvent[] }) {
  return (
    <EvidenceTable
      className="am-events"
      label="Intrusion detection events around the alert"
      head={headOf('Time', 'Event', 'Count', 'Context')}
      rows={rows}
      cells={idsCells}
    />
  )
}

function idsCells(row: IdsEvent) {
  return (
    <>
      <Time at={row.ts} />
      <td>
        <SeverityGlyph severity={row.severity} label={row.severity} /> {nameOf(row)}{' '}
        <span className="am-muted mono">{hex(row.event_id)}</span>
      </td>
      <td className="num">{`\u00d7${number(row.count)}`}</td>
      <td className="mono am-message">{row.context === null ? '–' : inBytes(row.context)}</td>
    </>
  )
}

/** Positions that the vehicle reported. */
export function PositionEvidence({ rows }: { readonly rows: readonly StoredPosition[] }) {
  return (
    <EvidenceTable
      className="am-events"
      label="Positions around the alert"
      head={headOf('Time', 'Latitude', 'Longitude', 'Speed')}
      rows={rows}
      cells={positionCells}
    />
  )
}

function positionCells(row: StoredPosition) {
  return (
    <>
      <Time at={row.ts} />
      <td className="mono">{row.lat.toFixed(5)}</td>
      <td className="mono">{row.lon.toFixed(5)}</td>
      <td className="num">{row.speed_kph === null ? '–' : `${number(row.speed_kph)} km/h`}</td>
    </>
  )
}

/** The event's name from the catalogue, otherwise the vehicle's own text. */
function nameOf({ name, detail }: IdsEvent): string {
  return name ?? (typeof detail?.['note'] === 'string' ? detail['note'] : '')
}

/**
 * Splits a hexadecimal string into bytes, so that a line breaks between two bytes; returns any other text unchanged.
 */
function inBytes(context: string): string {
  return /^([\da-f]{2})+$/i.test(context) ? context.toUpperCase().replaceAll(/..(?=.)/g, '$& ') : context
}

const hex = (id: number) => `0x${id.toString(16).toUpperCase().padStart(4, '0')}`

function Time({ at }: { readonly at: string }) {
  return (
    <td className="am-time num" title={zonedDateTime(at)}>
      {clockWithSeconds(at)}
    </td>
  )
}

function headOf(...titles: readonly string[]) {
  return (
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
    </tr>
  )
}

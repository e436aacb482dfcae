import { CrossIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { dateTime, number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { eventNumber, hexLines, type IdsEvent, kindTexts } from './ids-events.ts'
import { placeOf } from './ids-place.ts'
import './ids-events.css'

interface IdsDetailProps {
  readonly event: IdsEvent
  /** The page's group in the list of shortcuts. */
  readonly group: string
  readonly onClose: () => void
  /** The event's links. */
  readonly children?: ReactNode
}

/** One event with all data of the sensor. */
export function IdsDetail({ event, group, onClose, children }: IdsDetailProps) {
  useHotkeys([{ keys: 'Escape', title: 'Close the event', group, run: onClose }])
  return (
    <aside className="c-panel ie-detail" aria-label="IDS event">
      <header className="ie-detail-head">
        <SeverityLabel severity={event.severity} />
        <span className="mono">{eventNumber(event)}</span>
        <span className="ie-end">
          <IconButton icon={<CrossIcon />} label="Close" keys="Escape" size="small" onClick={onClose} />
        </span>
      </header>
      <h3>{event.name}</h3>
      <dl className="ie-dl">
        <div>
          <dt>Time</dt>
          <dd className="num">
            {dateTime(event.ts)} <span className="ie-faint mono">{event.ts}</span>
          </dd>
        </div>
        <div>
          <dt>Count</dt>
          <dd className="num">
            {number(event.count)} {event.count === 1 ? 'occurrence' : 'occurrences'} after the sensor's own filters
          </dd>
        </div>
        <div>
          <dt>Reported by</dt>
          <dd>
            {kindTexts[event.kind]} intrusion detection
            {event.vin === null ? (
              ''
            ) : (
              <>
                {' '}
                of <span className="mono">{event.vin}</span>
              </>
            )}
          </dd>
        </div>
        <Place event={event} />
        <div>
          <dt>IdsM instance</dt>
          <dd className="num">{event.idsm_instance}</dd>
        </div>
        <div>
          <dt>Sensor instance</dt>
          <dd className="num">{event.sensor_instance}</dd>
        </div>
      </dl>
      {children}
      {event.context !== null && <Context hex={event.context} />}
      {event.detail !== null && (
        <section className="ie-part">
          <h4>Detail</h4>
          <pre className="mono" tabIndex={0} aria-label="Detail">
            {JSON.stringify(event.detail, null, 2)}
          </pre>
        </section>
      )}
    </aside>
  )
}

/** The ECU, the bus and the arbitration id, where the sensor states them. */
function Place({ event }: { readonly event: IdsEvent }) {
  const { ecu, bus, canId } = placeOf(event)
  const facts = [
    ['ECU', ecu],
    ['Bus', bus],
    ['CAN id', canId],
  ] as const
  return facts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="mono">{value}</dd>
      </div>
    ))
}

function Context({ hex }: { readonly hex: string }) {
  return (
    <section className="ie-part">
      <h4>Context, {number(hex.length / 2)} bytes</h4>
      <pre className="mono" tabIndex={0} aria-label="Context">
        {hexLines(hex)
          .map(({ offset, bytes, text }) => `${offset}  ${bytes.padEnd(47)}  ${text}`)
          .join('\n')}
      </pre>
    </section>
  )
}

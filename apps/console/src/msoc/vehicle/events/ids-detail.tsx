import { CrossIcon } from '@blueprintjs/icons'
import { dateTime, number } from '../../../core/format.ts'
import { useHotkeys } from '../../../core/hotkeys.ts'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { eventNumber, hexLines, type IdsEvent } from './ids-events.ts'

/** One event with all that the sensor sent along. */
export function IdsDetail({ event, onClose }: { readonly event: IdsEvent; readonly onClose: () => void }) {
  useHotkeys([{ keys: 'Escape', title: 'Close the event', group: 'Vehicle', run: onClose }])
  return (
    <aside className="c-panel vh-detail" aria-label="IDS event">
      <header className="vh-detail-head">
        <SeverityLabel severity={event.severity} />
        <span className="mono">{eventNumber(event)}</span>
        <span className="vh-end"><IconButton icon={<CrossIcon />} label="Close" keys="Escape" size="small" onClick={onClose} /></span>
      </header>
      <h3>{event.name}</h3>
      <dl className="vh-dl">
        <div><dt>Time</dt><dd className="num">{dateTime(event.ts)} <span className="vh-faint mono">{event.ts}</span></dd></div>
        <div><dt>Count</dt><dd className="num">{number(event.count)}</dd></div>
        <div><dt>IdsM instance</dt><dd className="num">{event.idsm_instance}</dd></div>
        <div><dt>Sensor instance</dt><dd className="num">{event.sensor_instance}</dd></div>
      </dl>
      {event.context !== null && <Context hex={event.context} />}
      {event.detail !== null && (
        <section className="vh-part">
          <h4>Detail</h4>
          <pre className="mono" tabIndex={0} aria-label="Detail">{JSON.stringify(event.detail, null, 2)}</pre>
        </section>
      )}
    </aside>
  )
}

function Context({ hex }: { readonly hex: string }) {
  return (
    <section className="vh-part">
      <h4>Context, {number(hex.length / 2)} bytes</h4>
      <pre className="mono" tabIndex={0} aria-label="Context">{hexLines(hex).map(({ offset, bytes, text }) => `${offset}  ${bytes.padEnd(47)}  ${text}`).join('\n')}</pre>
    </section>
  )
}

import { HTMLSelect } from '@blueprintjs/core'
import { attributeOf, type Dbc, type DbcMessage, type DbcSignal, nobody } from '@carapace/shared/msoc/dbc/model'
import { carriersAmong } from '@carapace/shared/msoc/dbc/multiplexing'
import { useMemo, useState } from 'react'
import { BitGrid } from './bit-grid.tsx'
import { SignalFacts } from './signal-facts.tsx'
import { tones } from './tones.ts'
import { cycleText, messageId, multiplexText, rangeText, scaleText, typeText } from './words.ts'

interface MessageDetailProps {
  readonly dbc: Dbc
  readonly message: DbcMessage
}

/** A message: the positions of its signals in the payload, and the properties of each. */
export function MessageDetail({ dbc, message }: MessageDetailProps) {
  const [named, setNamed] = useState<string>()
  const [at, setAt] = useState('')
  const values = useMemo(() => multiplexed(message), [message])
  const shown = useMemo(() => (at === '' ? message.signals : sentAt(message, Number(at))), [message, at])
  const open = shown.find(({ name }) => name === named)
  const choose = (name: string) => setNamed((before) => (before === name ? undefined : name))
  return (
    <section className="dl-detail" aria-labelledby="dl-message" tabIndex={0}>
      <header className="dl-detail-head">
        <h3 id="dl-message">{message.name}</h3>
        <span className="mono">{messageId(message)}</span>
        {values.length > 0 && (
          <HTMLSelect aria-label="Multiplexor" value={at} onChange={(event) => setAt(event.currentTarget.value)}>
            <option value="">All multiplexed signals</option>
            {values.map((value) => (
              <option key={value} value={value}>
                Sent at {value}
              </option>
            ))}
          </HTMLSelect>
        )}
      </header>
      <p className="dl-about">{aboutMessage(dbc, message)}</p>
      {message.comment !== '' && <p className="dl-comment">{message.comment}</p>}
      <BitGrid length={message.length} signals={shown} order={message.signals} open={open?.name} onChoose={choose} />
      <SignalTable signals={shown} order={message.signals} open={open?.name} onChoose={choose} />
      {open !== undefined && <SignalFacts signal={open} />}
      {message.attributes.length > 0 && (
        <dl className="dl-facts-list">
          {message.attributes.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function aboutMessage(dbc: Dbc, message: DbcMessage): string {
  const cycle = cycleText(dbc, message)
  const start = attributeOf(dbc, 'BO_', message.attributes, 'GenMsgSendType')
  return [
    `${message.length} bytes`,
    message.ext ? '29-bit id' : '11-bit id',
    cycle === '' ? 'no cycle given' : `every ${cycle}`,
    ...(message.sender === nobody ? [] : [`sent by ${message.sender}`]),
    ...(start === null ? [] : [`send type ${start}`]),
  ].join(', ')
}

/** The raw values of the multiplexor for which signals are sent. */
function multiplexed({ signals }: DbcMessage): number[] {
  const values = signals.flatMap(({ multiplexedAt }) => (multiplexedAt === null ? [] : [multiplexedAt]))
  return [...new Set(values)].sort((one, other) => one - other)
}

/** The signals of a frame with this multiplexor value: those always sent, and those whose ranges contain it. */
function sentAt({ signals }: DbcMessage, value: number): DbcSignal[] {
  const carrierOf = carriersAmong(new Map(signals.map((signal) => [signal.name, signal])))
  return signals.filter((signal) => {
    const carrier = carrierOf(signal)
    return carrier === 'always' || carrier?.ranges.some(([low, high]) => value >= low && value <= high)
  })
}

interface SignalTableProps {
  readonly signals: readonly DbcSignal[]
  /** All signals of the message; they determine the colours. */
  readonly order: readonly DbcSignal[]
  readonly open: string | undefined
  readonly onChoose: (name: string) => void
}

function SignalTable({ signals, order, open, onChoose }: SignalTableProps) {
  return (
    <table className="dl-signals" aria-label="Signals">
      <thead>
        <tr>
          <th scope="col">Signal</th>
          <th scope="col">Bits</th>
          <th scope="col">Type</th>
          <th scope="col">Scale</th>
          <th scope="col">Range</th>
          <th scope="col">Sent</th>
          <th scope="col">Receivers</th>
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <tr key={signal.name} aria-selected={signal.name === open}>
            <td>
              <button
                type="button"
                className="dl-signal"
                data-tone={order.indexOf(signal) % tones}
                aria-expanded={signal.name === open}
                onClick={() => onChoose(signal.name)}
              >
                {signal.name}
              </button>
            </td>
            <td className="num">
              {signal.startBit}|{signal.length}
            </td>
            <td>{typeText(signal)}</td>
            <td className="num">{scaleText(signal)}</td>
            <td className="num">{rangeText(signal)}</td>
            <td>{multiplexText(signal) || 'always'}</td>
            <td>{signal.receivers.filter((name) => name !== nobody).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { bitsOf, type DbcSignal } from '@carapace/shared/msoc/dbc/model'
import { useMemo } from 'react'
import { tones } from './tones.ts'

interface BitGridProps {
  /** In bytes. */
  readonly length: number
  readonly signals: readonly DbcSignal[]
  /** All signals of the message; they determine the colours. */
  readonly order: readonly DbcSignal[]
  readonly open: string | undefined
  readonly onChoose: (name: string) => void
}

/** The bits of a byte in display order. */
const columns = [7, 6, 5, 4, 3, 2, 1, 0]

interface Held {
  readonly signal: DbcSignal
  /** The number of this bit within the signal, from the least significant. */
  readonly bit: number
}

/** The payload bit by bit, coloured by signal; the digit is the bit's position in its signal. */
export function BitGrid({ length, signals, order, open, onChoose }: BitGridProps) {
  const held = useMemo(() => bitsBySignal(signals), [signals])
  return (
    <table className="dl-bits" aria-label="Bit layout">
      <thead>
        <tr>
          <th scope="col">Byte</th>
          {columns.map((bit) => (
            <th key={bit} scope="col" className="num">
              {bit}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length }, (_, byte) => (
          <tr key={byte}>
            <th scope="row" className="num">
              {byte}
            </th>
            {columns.map((bit) => (
              <Bit key={bit} held={held.get(byte * 8 + bit) ?? []} order={order} open={open} onChoose={onChoose} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface BitProps extends Pick<BitGridProps, 'order' | 'open' | 'onChoose'> {
  readonly held: readonly Held[]
}

function Bit({ held, order, open, onChoose }: BitProps) {
  const shown = held.find(({ signal }) => signal.name === open) ?? held[0]
  if (shown === undefined) return <td className="dl-bit" />
  const { signal, bit } = shown
  const names = held.map(({ signal: { name } }) => name).join(', ')
  return (
    <td
      className="dl-bit num"
      data-tone={order.indexOf(signal) % tones}
      data-open={signal.name === open || undefined}
      data-shared={held.length > 1 || undefined}
      title={`${names}, bit ${bit}`}
      onClick={() => onChoose(signal.name)}
    >
      {bit}
    </td>
  )
}

function bitsBySignal(signals: readonly DbcSignal[]): ReadonlyMap<number, readonly Held[]> {
  const held = new Map<number, Held[]>()
  for (const signal of signals) {
    for (const [bit, place] of bitsOf(signal).entries()) {
      const there = held.get(place)
      if (there === undefined) held.set(place, [{ signal, bit }])
      else there.push({ signal, bit })
    }
  }
  return held
}

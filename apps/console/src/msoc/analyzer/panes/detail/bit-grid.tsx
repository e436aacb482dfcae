import { memo } from 'react'
import type { Detail } from '../../engine/protocol.ts'
import { bitColours, flipLevel } from './bits.ts'

/** How often each bit flips, and the signal it belongs to: a grid of the payload, one row per byte. */
export function BitGrid({ detail }: { readonly detail: Detail }) {
  const { data, flips, notched } = detail
  const colours = bitColours(detail.signals, data.length)
  return (
    <div className="an-bits" tabIndex={0} role="region" aria-label="Bit flips per frame">
      <p className="an-bits-head">
        Bit flips per frame
        <span className="an-bits-key num">
          0{' '}
          {[0, 2, 4, 6, 8].map((level) => (
            <i key={level} className={`an-flip-${level}`} />
          ))}{' '}
          1
        </span>
      </p>
      <table>
        <thead>
          <tr>
            <td />
            {[7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (
              <th key={bit} scope="col">
                {bit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from(data, (byte, at) => (
            <ByteRow
              key={at}
              byte={byte}
              // the row's data as strings: equal strings are not rendered again
              levels={wordOf(flips, at, flipLevel)}
              notched={wordOf(notched, at, Number)}
              colours={colours.slice(at * 8, at * 8 + 8).join(',')}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function wordOf(values: ArrayLike<number>, byte: number, say: (value: number) => number): string {
  return Array.from({ length: 8 }, (_, bit) => say(values[byte * 8 + bit] ?? 0)).join('')
}

interface ByteRowProps {
  readonly byte: number
  /** One digit for each bit, from the left. */
  readonly levels: string
  readonly notched: string
  readonly colours: string
}

const ByteRow = memo(function ByteRow({ byte, levels, notched, colours }: ByteRowProps) {
  const owners = colours.split(',')
  return (
    <tr>
      <th scope="row">{byte.toString(16).toUpperCase().padStart(2, '0')}</th>
      {Array.from(byte.toString(2).padStart(8, '0'), (digit, bit) => (
        <td
          key={bit}
          className={`an-flip-${levels[bit]} an-u${owners[bit]}${notched[bit] === '1' ? ' an-bit-notched' : ''}`}
        >
          {digit}
        </td>
      ))}
    </tr>
  )
})

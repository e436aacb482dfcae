import { canFlags } from '@carapace/shared/msoc/can/frame'

/** Number of bytes that fit in a row for longer payloads; the bit grid shows all bytes. */
const shownBytes = 16

const marks: Readonly<Record<number, string>> = { 1: 'an-up', [-1]: 'an-down', 2: 'an-notched' }

interface BytesProps {
  readonly data: Uint8Array
  readonly change: Int8Array
  readonly rtr: boolean
}

/**
 * A payload in hexadecimal, with increased and decreased bytes since the previous frame; changes of notched bits are
 * only dotted (rule ANALYZER-UI-6).
 */
export function Bytes({ data, change, rtr }: BytesProps) {
  if (rtr) return <span className="an-faint">remote request</span>
  const bytes = []
  for (let at = 0; at < Math.min(data.length, shownBytes); at++) {
    bytes.push(
      <span key={at} className={marks[change[at] ?? 0] ?? 'an-byte'}>
        {hex(data[at]!)}
      </span>,
    )
  }
  return (
    <span className="an-bytes">
      {bytes}
      {data.length > shownBytes && <span className="an-faint num">+{data.length - shownBytes}</span>}
    </span>
  )
}

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

export const isRemote = (flags: number): boolean => (flags & canFlags.rtr) !== 0

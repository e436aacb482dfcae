import { canFlags } from '../can/frame.ts'

export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** Indexes of the columns; -1: missing. */
export interface Table {
  readonly separator: string
  readonly isNamed: boolean
  readonly time: number
  readonly id: number
  readonly dlc: number
  readonly bus: number
  readonly ext: number
  readonly flags: number
  /** Columns of one flag, such as whether the frame was sent, or of several with `/`, `-` or blanks between. */
  readonly marks: readonly (readonly [column: number, flags: readonly number[]])[]
  /**
   * One column of all bytes (`data`), or one column per byte (`bytes`). Without names, the columns of bytes are all up
   * to the end of the line.
   */
  readonly data: number
  readonly bytes: readonly number[]
  /** The column of the bytes of CAN FD for which there are no columns of their own. */
  readonly rest: number
  /** The unit of the times in ms, if the name of the column states it. */
  readonly unit: number | undefined
  /** The tool that writes these columns, where it decides what they hold. */
  readonly tool: 'vehicle-spy' | undefined
}

const names = {
  time: ['time', 'timestamp', 'ts', 't', 'abstime', 'offset', 'seconds', 'timeoffset', 'datetime'],
  id: [
    'id',
    'canid',
    'arbitrationid',
    'arbid',
    'identifier',
    'messageid',
    'msgid',
    'frameid',
    'arbitrationidhex',
    'idhex',
    'canidhex',
  ],
  dlc: ['dlc', 'len', 'length', 'datalength', 'size', 'bytes'],
  bus: ['bus', 'channel', 'interface', 'iface', 'chn', 'can', 'network'],
  ext: ['ext', 'extended', 'isextended', 'isextendedid', 'ide', 'xtd'],
  flags: ['flags', 'flag', 'dir', 'direction', 'type', 'rxtx', 'txrx'],
  data: ['data', 'databytes', 'payload', 'datafield', 'datahex', 'message', 'bytesdata'],
}

/** Names of columns that hold whether the frame has a flag, or several. */
const marks: Readonly<Record<string, readonly number[]>> = {
  tx: [canFlags.tx],
  remote: [canFlags.rtr],
  isremote: [canFlags.rtr],
  isremoteframe: [canFlags.rtr],
  rtr: [canFlags.rtr],
  error: [canFlags.error],
  er: [canFlags.error],
  iserrorframe: [canFlags.error],
  fd: [canFlags.fd],
  isfd: [canFlags.fd],
  edl: [canFlags.fd],
  brs: [canFlags.brs],
  esi: [canFlags.esi],
  remoteedlbrsesi: [canFlags.rtr, canFlags.fd, canFlags.brs, canFlags.esi],
}

/** Returns the columns that a line of names states; without names, those of time, id, dlc and bytes. */
export function tableOf(cells: readonly string[], separator: string): Table {
  const plain = cells.map((cell) =>
    cell
      .replace(/[[(].*/, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  const find = (some: readonly string[]) =>
    plain.findIndex((name) => some.includes(name.replace(/(?<=^(?:time|timestamp|ts))(?:s|ms|us|ns)$/, '')))
  const id = find(names.id)
  if (id < 0)
    return {
      separator,
      isNamed: false,
      time: 0,
      id: 1,
      dlc: 2,
      bus: -1,
      ext: -1,
      flags: -1,
      data: -1,
      marks: [],
      bytes: [],
      rest: -1,
      unit: undefined,
      tool: undefined,
    }
  const time = find(names.time)
  const tool = plain[0] === 'line' && plain.includes('arbid') ? 'vehicle-spy' : undefined
  const bytes = plain.flatMap((name, i) => (/^(?:data|d|byte|b|databyte)\d{1,2}$/.test(name) ? [i] : []))
  return {
    separator,
    isNamed: true,
    time,
    id,
    dlc: find(names.dlc),
    bus: find(names.bus),
    ext: find(names.ext),
    flags: find(names.flags),
    marks: plain.flatMap((name, column) => (Object.hasOwn(marks, name) ? [[column, marks[name]!] as const] : [])),
    data: bytes.length > 0 ? -1 : find(names.data),
    bytes,
    rest: tool === undefined ? -1 : plain.indexOf('value'),
    unit: time < 0 ? undefined : unitIn(cells[time]!),
    tool,
  }
}

/** Returns what separates the cells of a line. */
export function separatorOf(line: string): string {
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator
}

function unitIn(name: string): number | undefined {
  const unit = /(?:^|[^a-z])(s|sec|seconds|ms|us|µs|ns)[^a-z]*$/i.exec(name.replace('Âµ', 'µ'))?.[1]?.toLowerCase()
  return unit === undefined ? undefined : ({ ms: 1, us: 1e-3, µs: 1e-3, ns: 1e-6 }[unit] ?? 1000)
}

/** Returns a row's bytes as words; none for a column of digits without gaps, because its base cannot be determined. */
export function bytesIn({ cells }: Row, { data, bytes, isNamed }: Table): string[] {
  if (!isNamed) return cells.slice(3).filter((cell) => /^(?:0x)?[\da-f]{1,3}$/i.test(cell))
  if (data < 0) return bytes.map((column) => cells[column] ?? '').filter((cell) => cell !== '')
  const words = (cells[data] ?? '').split(/[ .:_-]+/).filter((word) => word !== '')
  return words.length === 1 && words[0]!.length > 3 ? [] : words
}

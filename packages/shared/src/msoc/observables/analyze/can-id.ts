import type { CompiledDbc } from '../../dbc/compile.ts'
import { addressText, pgnText } from '../../transport/j1939-names.ts'
import { readJ1939Id } from '../../transport/j1939.ts'
import type { Analysis, Fact } from './analyzers.ts'

/** A database of the library, and the buses that it is assigned to. */
interface LibraryDbc {
  readonly name: string
  readonly assigned: string
  readonly dbc: CompiledDbc
}

const mostSignals = 20

/** Names the messages of a CAN id by the organisation's databases, ids of diagnostics, and the parts of a J1939 id. */
export function analyzeCanId(value: string, library: readonly LibraryDbc[]): Analysis {
  const id = Number.parseInt(value, 16)
  const isExtended = value.length > 5
  const facts: Fact[] = [{ name: 'Format', value: isExtended ? '29 bits (extended)' : '11 bits (standard)' }]
  const names: string[] = []
  for (const { name, assigned, dbc } of library) {
    const message = dbc.messageOf(id, isExtended)
    if (message === undefined) continue
    names.push(message.name)
    const from = message.sender === null ? '' : `, sent by ${message.sender}`
    facts.push({ name: `${name}${assigned === '' ? '' : ` (${assigned})`}`, value: `${message.name}${from}` })
    for (const signal of message.signals.slice(0, mostSignals))
      facts.push({
        name: `Signal ${signal.name}`,
        value: `${signal.unit || 'no unit'}, ${signal.length} bits from ${signal.startBit}`,
      })
    if (message.cycleMs !== null) facts.push({ name: 'Cycle', value: `${message.cycleMs} ms` })
  }
  const diagnostic = isExtended ? undefined : diagnosticName(id)
  if (diagnostic !== undefined) facts.push({ name: 'Diagnostics', value: diagnostic })
  if (isExtended) facts.push(...j1939Facts(id))
  const summary =
    names.length > 0
      ? `${[...new Set(names)].slice(0, 3).join(', ')} in the CAN databases.`
      : (diagnostic ??
        (isExtended
          ? `J1939: ${pgnText(readJ1939Id(id).pgn)}, if the bus speaks it.`
          : 'In no CAN database of the library.'))
  return { verdict: 'info', summary, facts }
}

/** The ids of ISO 15765-4 (OBD), and the range that makers use for diagnostics. */
function diagnosticName(id: number): string | undefined {
  if (id === 0x7df) return 'OBD request to all ECUs.'
  if (id >= 0x7e0 && id <= 0x7e7) return `OBD request to ECU ${id - 0x7e0 + 1}.`
  if (id >= 0x7e8 && id <= 0x7ef) return `OBD answer of ECU ${id - 0x7e8 + 1}.`
  return id >= 0x700 ? 'In the range that makers use for diagnostics.' : undefined
}

function j1939Facts(id: number): Fact[] {
  const { priority, pgn, source, destination } = readJ1939Id(id)
  return [
    { name: 'J1939 group', value: pgnText(pgn) },
    { name: 'J1939 priority', value: String(priority) },
    { name: 'J1939 source', value: addressText(source) },
    { name: 'J1939 destination', value: addressText(destination) },
  ]
}

import { messages, type Message, type Signal } from './table.ts'
import { counterStart } from './encode.ts'

const RECEIVER = 'GTW'

/** The table as a DBC file, with which analysts read the fleet's traffic. `fleet.dbc` is this text. */
export function dbcText(): string {
  return `${[header(), ...messages.map(messageText), comments(), cycleTimes(), labels()].join('\n\n')}\n`
}

function header(): string {
  const senders = [...new Set(messages.map((message) => message.sender)), RECEIVER]
  return `VERSION "carapace simulated fleet 1"\n\nNS_ :\n\nBS_:\n\nBU_: ${senders.join(' ')}`
}

function messageText(message: Message): string {
  const lines = [...message.signals, ...protectionOf(message)].map(signalText)
  return [`BO_ ${message.id} ${message.name}: ${message.length} ${message.sender}`, ...lines].join('\n')
}

function signalText(signal: SignalShape): string {
  const { name, start, length, order, signed, factor, offset, min, max, unit } = signal
  return (
    ` SG_ ${name} : ${start}|${length}@${order === 'intel' ? 1 : 0}${signed ? '-' : '+'} ` +
    `(${factor},${offset}) [${min}|${max}] "${unit}" ${RECEIVER}`
  )
}

type SignalShape = Omit<Signal, 'read'>

/** Counter and checksum as signals: the table omits them because they are not measured. */
function protectionOf(message: Message): SignalShape[] {
  const shape = { order: 'intel', signed: false, factor: 1, offset: 0, min: 0, unit: '' } as const
  if (message.protection === 'none') return []
  const counter: SignalShape = {
    ...shape,
    name: `${message.name}Counter`,
    start: counterStart(message),
    length: 4,
    max: 15,
  }
  if (message.protection === 'counter') return [counter]
  return [counter, { ...shape, name: `${message.name}Checksum`, start: (message.length - 1) * 8, length: 8, max: 255 }]
}

const CHECKSUMS = {
  none: '',
  counter: '',
  'counter+xor': '; checksum: exclusive-or of the arbitration id bytes and all other bytes',
  'counter+crc8': '; checksum: CRC-8 SAE J1850 over id low byte, id high byte and all other bytes',
} as const

function comments(): string {
  return messages.map(({ id, comment, protection }) => `CM_ BO_ ${id} "${comment}${CHECKSUMS[protection]}";`).join('\n')
}

function cycleTimes(): string {
  const values = messages.map(({ id, cycleMs }) => `BA_ "GenMsgCycleTime" BO_ ${id} ${cycleMs};`)
  return ['BA_DEF_ BO_ "GenMsgCycleTime" INT 0 10000;', 'BA_DEF_DEF_ "GenMsgCycleTime" 0;', ...values].join('\n')
}

function labels(): string {
  const texts = messages.flatMap(({ id, signals }) =>
    signals.filter((signal) => signal.labels).map((signal) => `VAL_ ${id} ${signal.name} ${labelText(signal)};`),
  )
  return texts.join('\n')
}

function labelText({ labels = {} }: Signal): string {
  return Object.entries(labels)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([value, text]) => `${value} "${text}" `)
    .join('')
}

import type { Message } from './wire.ts'

/**
 * The bus's messages as bytes, each payload no longer than a server allows:
 *
 *   {"from":…}\n<items>              a message: its header, and its items unchanged
 *   #<sender> <index> <count>\n…     a part of the payload of a longer message
 */
const newline = 0x0a
const partMark = 0x23
/** The maximum length of the line that numbers a part: a uuid and two numbers. */
const partLineBytes = 64

/** The payloads of a message, each up to `most` bytes long. */
export function payloadsOf(message: Message, sender: string, most: number): Uint8Array[] {
  const { items, ...head } = message as Message & { items?: string }
  const whole = Buffer.from(`${JSON.stringify(head)}\n${items ?? ''}`)
  if (whole.length <= most) return [whole]
  const size = most - partLineBytes
  const count = Math.ceil(whole.length / size)
  return Array.from({ length: count }, (_, i) =>
    Buffer.concat([Buffer.from(`#${sender} ${i} ${count}\n`), whole.subarray(i * size, (i + 1) * size)]),
  )
}

/**
 * Reads payloads as they arrive; a message in parts is complete with its last part. If a part is lost, the rest of that
 * message is dropped, until the sender's next message.
 */
export function createJoin() {
  const begun = new Map<string, Uint8Array[]>()

  function joined(line: string, bytes: Uint8Array): Uint8Array | undefined {
    const [sender = '', index, count] = line.slice(1).split(' ')
    const parts = index === '0' ? [] : begun.get(sender)
    if (parts?.length !== Number(index)) return undefined
    parts.push(bytes)
    begun.set(sender, parts)
    if (parts.length < Number(count)) return undefined
    begun.delete(sender)
    return Buffer.concat(parts)
  }

  return {
    /** The message that ends with this payload; undefined: none does. */
    message(payload: Uint8Array): Message | undefined {
      const end = payload.indexOf(newline)
      const whole =
        payload[0] === partMark ? joined(textOf(payload.subarray(0, end)), payload.subarray(end + 1)) : payload
      return whole && read(whole)
    },
    forget: () => begun.clear(),
  }
}

function read(whole: Uint8Array): Message {
  const end = whole.indexOf(newline)
  const head = JSON.parse(textOf(whole.subarray(0, end))) as Message
  return 'topic' in head ? { ...head, items: textOf(whole.subarray(end + 1)) } : head
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

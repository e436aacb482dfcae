import { SaxesParser } from 'saxes'
import { Failure } from '@carapace/shared/core/failure'

/** An event of an XML document, in document order. Names are without their prefix. */
export type XmlEvent =
  | { readonly is: 'open'; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly is: 'close'; readonly name: string }
  | { readonly is: 'text'; readonly text: string }

const deepest = 200
/** Maximum size of one text, tag or comment, in bytes: it is emitted only when it ends. */
const longestPiece = 4 * 1024 * 1024
/** Maximum attributes of one tag: they are collected in one stretch of work, until it ends. */
const mostAttributes = 1_000

/**
 * Reads XML from an untrusted source as a stream. A document type is refused wherever it occurs, and so is every entity
 * that a document could declare: only the five predefined entities and numeric character references are read (rule
 * DOCUMENT-9).
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<XmlEvent> {
  let events: XmlEvent[] = []
  let trouble: string | undefined
  let depth = 0
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('doctype', () => (trouble ??= 'it declares a document type'))
  parser.on('error', (error) => (trouble ??= error.message))
  let attributesOfTag = 0
  parser.on('attribute', () => {
    if (++attributesOfTag > mostAttributes) refuseTrouble(`a tag of it has more than ${mostAttributes} attributes`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributesOfTag = 0
    if (++depth > deepest) trouble ??= `it is nested deeper than ${deepest} levels`
    events.push({
      is: 'open',
      name: localName(name),
      attributes: Object.fromEntries(
        Object.entries(attributes as Record<string, string>).map(([key, value]) => [localName(key), value]),
      ),
    })
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    events.push({ is: 'close', name: localName(name) })
  })
  const addText = (text: string) => void events.push({ is: 'text', text })
  parser.on('text', addText)
  parser.on('cdata', addText)

  const decoder = textDecoder()
  let quiet = 0
  for await (const chunk of bytes) {
    parser.write(decoder.next(chunk))
    quiet = events.length > 0 ? 0 : quiet + chunk.length
    if (quiet > longestPiece) trouble ??= 'a piece of it is too long'
    refuseTrouble(trouble)
    yield* events
    events = []
  }
  parser.write(decoder.end()).close()
  refuseTrouble(trouble)
  yield* events
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function refuseTrouble(trouble: string | undefined): void {
  if (trouble !== undefined) throw new Failure('INVALID_INPUT', { message: `This XML is not read: ${trouble}.` })
}

/** Decodes UTF-8, or UTF-16 if the file begins with its byte order mark; bytes that are not text are refused. */
function textDecoder() {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const decoded = (decode: () => string) => {
    try {
      return decode()
    } catch (error) {
      throw new Failure('INVALID_INPUT', { message: 'This XML is not UTF-8 or UTF-16 text.', cause: error })
    }
  }
  return {
    next(chunk: Uint8Array): string {
      decoder ??= new TextDecoder(
        chunk[0] === 0xff && chunk[1] === 0xfe
          ? 'utf-16le'
          : chunk[0] === 0xfe && chunk[1] === 0xff
            ? 'utf-16be'
            : 'utf-8',
        { fatal: true },
      )
      return decoded(() => decoder!.decode(chunk, { stream: true }))
    },
    end: () => decoded(() => decoder?.decode() ?? ''),
  }
}

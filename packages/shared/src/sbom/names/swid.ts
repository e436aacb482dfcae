import { type Parsed, parsed, refused } from '../../core/parsed.ts'

/** The identifier of a software identification tag (ISO/IEC 19770-2). */
export interface SwidTagId {
  /** A GUID, an identifier that begins with a registration id, or another text that its creator keeps unique. */
  readonly form: 'guid' | 'regid' | 'text'
  /** As it is compared: lowercase, a GUID without braces. */
  readonly canonical: string
}

/** The maximum length of a tag's identifier, in characters. */
const maxTagIdLength = 1_000

/**
 * Reads the identifier of a SWID tag, alone or as a URI `swid:…` (rule SWID-1). Two of them are equal whatever their
 * case, as purls of the type `swid` define it.
 */
export function parseSwidTagId(text: string): Parsed<SwidTagId> {
  if (text.length > maxTagIdLength) return refused(`A SWID tag id has at most ${maxTagIdLength} characters.`)
  const tag = decodedUri(text.trim())
  if (tag === undefined) return refused('The SWID URI has a percent sign that encodes no character.')
  if (tag === '') return refused('A SWID tag id is not empty.')
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f]/.test(tag) || !tag.isWellFormed()) {
    return refused('A SWID tag id has no control characters.')
  }
  const guid = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i.exec(tag)
  if (guid) return parsed({ form: 'guid', canonical: guid[1]!.toLowerCase() })
  const regid = /^regid\.(\d{4})-(\d{2})\.[a-z0-9-]+(?:\.[a-z0-9-]+)+[_,+]./i.exec(tag)
  if (regid && !(Number(regid[2]) >= 1 && Number(regid[2]) <= 12)) {
    return refused(`The registration id of "${tag}" has no month ${regid[2]}.`)
  }
  return parsed({ form: regid ? 'regid' : 'text', canonical: tag.toLowerCase() })
}

function decodedUri(text: string): string | undefined {
  if (!/^swid:/i.test(text)) return text
  try {
    return decodeURIComponent(text.slice(5))
  } catch {
    return undefined
  }
}

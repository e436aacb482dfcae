import { hasVinCheckDigit, isVin } from './check-digits.ts'
import { labelType } from './labels.ts'
import { normalise } from './normalise.ts'
import type { ObservableType, TypedValue } from './observables.ts'
import { refang } from './refang.ts'

/** A value in a text: its normal form, how it is written, and where it begins. */
export interface Extracted extends TypedValue {
  readonly text: string
  readonly index: number
}

/** The limits of one text: what is beyond them is not looked at (rule OBSERVABLE-10). */
export const extractLimits = { text: 1_000_000, values: 5_000, token: 2_048 } as const

/** The types that a text shows without a name before the value. */
export const textTypes: readonly ObservableType[] = [
  'address',
  'domain',
  'url',
  'hash',
  'email',
  'file_name',
  'certificate',
  'iccid',
  'imei',
  'software_version',
  'dtc',
]

const tokens = /[^\s"'`<>|,;{}]+/g
const phones = /\+[1-9]\d{0,2}[\d ().-]{6,20}\d/g

/**
 * Returns the values that a text contains, each once, in the order in which they stand: by their form, or by the name
 * before them (`ECU: BCM`, `software=4.2`). Time is linear in the length of the text (rule OBSERVABLE-10).
 */
export function extract(text: string): Extracted[] {
  const found = new Map<string, Extracted>()
  const bounded = text.slice(0, extractLimits.text)
  const add = (type: ObservableType, value: string, token: string, index: number) => {
    const key = `${type} ${value}`
    if (!found.has(key) && found.size < extractLimits.values) found.set(key, { type, value, text: token, index })
  }
  let label: ObservableType | undefined
  for (const match of bounded.matchAll(tokens)) {
    if (found.size >= extractLimits.values) break
    label = readToken(match[0], match.index, label, add)
  }
  for (const match of bounded.matchAll(phones)) tryType('phone', match[0], match.index, add)
  return [...found.values()].sort((a, b) => a.index - b.index)
}

type Add = (type: ObservableType, value: string, token: string, index: number) => void

/** Reads one token; returns the type that its label gives to the next one. */
function readToken(token: string, index: number, before: ObservableType | undefined, add: Add) {
  if (token.length > extractLimits.token) return undefined
  const own = labelType(token.replace(/[:=]$/, ''))
  if (own !== undefined && (/[:=]$/.test(token) || isName(own))) return own
  const split = /^([\w.-]{2,40})[=:](?!\/\/)(.+)$/s.exec(token)
  const named = split === null ? undefined : labelType(split[1]!)
  if (split !== null && named !== undefined) {
    const value = trimmed(split[2]!)
    if (tryType(named, value, index + split[1]!.length + 1, add)) return undefined
  }
  const plain = trimmed(token)
  if (before !== undefined && plain !== '' && tryType(before, plain, index, add)) return undefined
  // a pair such as SRC=10.0.0.1, whose name is unknown
  const isPair = split !== null && /^[a-z_]+$/i.test(split[1]!) && token.includes('=')
  guess(isPair ? trimmed(split[2]!) : plain, index, add)
  return undefined
}

/** Types whose name also stands before a value without a sign between: `ECU BCM`, `IMEI 49…`. */
const namedTypes = new Set<ObservableType>([
  'ecu',
  'uds_service',
  'ids_event',
  'vin',
  'iccid',
  'imei',
  'software_version',
  'geofence',
  'signal',
  'dtc',
])
const isName = (type: ObservableType) => namedTypes.has(type)

/** Without the punctuation of the sentence around it; brackets of a defanged value stay. */
function trimmed(token: string): string {
  let start = 0
  let end = token.length
  while (start < end && '([{*_'.includes(token[start]!)) start++
  while (end > start && '.,:;!?)]}*_'.includes(token[end - 1]!)) end--
  return token.slice(start, end)
}

function tryType(type: ObservableType, text: string, index: number, add: Add): boolean {
  const value = normalise(type, text)
  if (value.ok) add(type, value.value, text, index)
  return value.ok
}

const fileEndings =
  'exe|dll|sys|sh|py|ps1|bat|cmd|js|jar|apk|aab|so|ko|elf|bin|hex|s19|srec|img|iso|zip|gz|tar|7z|rar|' +
  'pdf|docx?|xlsm?|xlsx|dbc|odx|arxml|pem|crt|cer|key|deb|rpm|conf|log|dat'
const fileName = new RegExp(String.raw`^[\w.+-]{1,120}\.(?:${fileEndings})$`, 'i')

/** The types that a token has by its form; a defanged one is undone first. */
function guess(token: string, index: number, add: Add): void {
  if (token.length < 3) return
  const plain = refang(token)
  const first = plain.charCodeAt(0)
  const isDigit = first >= 48 && first <= 57
  if (plain.includes('://')) return void tryType('url', plain, index, add)
  if (plain.includes('@')) return void tryType('email', plain, index, add)
  if (isDigit && /^0x[0-9a-f]{3,8}$/i.test(plain)) return void tryType('arbitration_id', plain, index, add)
  if (/^(?:[0-9a-f]{2}:){19,31}[0-9a-f]{2}$/i.test(plain)) return void tryType('certificate', plain, index, add)
  if (plain.includes(':') && plain.indexOf(':') !== plain.lastIndexOf(':') && tryType('address', plain, index, add))
    return
  if (isDigit && plain.includes('.')) {
    if (tryType('address', plain.replace(/(?::\d{1,5}|\/\d{1,2})$/, ''), index, add)) return
  }
  if (/^[0-9a-f]{32,128}$/i.test(plain) && tryType('hash', plain, index, add)) return
  if (/^\d{15}$/.test(plain)) return void tryType('imei', plain, index, add)
  if (/^89\d{17,18}$/.test(plain)) return void tryType('iccid', plain, index, add)
  if (plain.length === 17) {
    const vin = plain.toUpperCase()
    if (isVin(vin) && isLikelyVin(vin)) return void tryType('vin', vin, index, add)
  }
  if (/^(?:v?can|canfd|fdcan)\d{1,2}$/i.test(plain)) return void tryType('bus', plain, index, add)
  if (/^[PCBU][0-3][0-9A-F]{3}(?:-[0-9A-F]{2})?$/.test(plain)) return void tryType('dtc', plain, index, add)
  if (!plain.includes('.')) return
  const last = plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1)
  if (fileName.test(last)) return void tryType('file_name', last, index, add)
  if (/^[^/]+\.[a-z][a-z0-9-]{1,62}(?::\d{1,5})?$/i.test(plain) || /\P{ASCII}/u.test(plain))
    tryType('domain', plain.replace(/:\d{1,5}$/, ''), index, add)
}

/** Letters and digits, and either its check digit or a serial number at its end: words of 17 letters are none. */
function isLikelyVin(vin: string): boolean {
  return /\d/.test(vin) && /[A-Z]/.test(vin) && (hasVinCheckDigit(vin) || /\d{4}$/.test(vin))
}

import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { idText } from '../can/frame.ts'
import { isLuhn, isVin } from './check-digits.ts'
import { normalAddress, normalDomain, normalEmail, normalHost, normalUrl } from './network-values.ts'
import { limits, type ObservableType } from './observables.ts'
import { refang } from './refang.ts'

const longestWord = 200
/** Characters that no value has: they would make two values look alike. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are refused
const invisible = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/

/**
 * Returns the normal form of a value, in which two spellings of it are equal, or why it is no value of the type (rules
 * OBSERVABLE-1 to OBSERVABLE-3).
 */
export function normalise(type: ObservableType, text: string): Parsed<string> {
  const plain = refang(text.trim()).normalize('NFC')
  if (plain === '') return refused('There is no value.')
  if (plain.length > limits.value) return refused(`It is longer than ${limits.value} characters.`)
  if (invisible.test(plain)) return refused('It has characters that cannot be seen.')
  if (!plain.isWellFormed()) return refused('It is not well-formed text.')
  return normalisers[type](plain)
}

/** The normal form, or the trimmed text where it has none: for values of alerts, of which none may be lost. */
export function normalOrText(type: ObservableType, text: string): string {
  const found = normalise(type, text)
  // PostgreSQL stores no zero byte
  return found.ok ? found.value : text.trim().toWellFormed().replaceAll('\0', '').slice(0, limits.value)
}

const normalisers: Readonly<Record<ObservableType, (text: string) => Parsed<string>>> = {
  vin: (text) => {
    const vin = text.toUpperCase().replaceAll(/[\s-]/g, '')
    return isVin(vin) ? parsed(vin) : refused('A VIN has 17 letters and digits, without I, O and Q.')
  },
  ecu: word,
  bus: word,
  arbitration_id: arbitrationId,
  uds_service: udsService,
  signal: word,
  hostname: normalHost,
  address: normalAddress,
  ids_event: idsEvent,
  geofence: word,
  domain: normalDomain,
  url: normalUrl,
  hash,
  email: normalEmail,
  phone,
  file_name: (text) => {
    const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
    return name === '' || name.length > 255 ? refused('This is no file name.') : parsed(name)
  },
  certificate,
  software_version: word,
  iccid,
  imei,
  dtc,
}

function word(text: string): Parsed<string> {
  const plain = text.replaceAll(/\s+/g, ' ')
  return plain.length > longestWord ? refused(`It is longer than ${longestWord} characters.`) : parsed(plain)
}

/** As detectors write it: 0x and three digits, or eight if the id has 29 bits (rule OBSERVABLE-1). */
function arbitrationId(text: string): Parsed<string> {
  const digits = /^(?:0x)?([0-9a-f]{1,8})(h|x)?$/i.exec(text)?.[1]
  if (digits === undefined) return refused('A CAN id is hexadecimal, such as 0x7E0 or 0x18DAF110.')
  const id = Number.parseInt(digits, 16)
  return id > 0x1fffffff ? refused('A CAN id has at most 29 bits.') : parsed(idText(id, digits.length === 8))
}

/** The id of the service as two hexadecimal digits; a name behind it is dropped. */
function udsService(text: string): Parsed<string> {
  const digits = /^(?:0x)?([0-9a-f]{2})h?(?:\s.*)?$/i.exec(text)?.[1]
  return digits === undefined
    ? refused('A UDS service is one byte in hexadecimal, such as 0x27.')
    : parsed(`0x${digits.toUpperCase()}`)
}

/** The id of the event as four hexadecimal digits: 0x8003. A decimal number is converted. */
function idsEvent(text: string): Parsed<string> {
  const hex = /^0x([0-9a-f]{1,4})$/i.exec(text)?.[1]
  const id = hex === undefined ? (/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN) : Number.parseInt(hex, 16)
  return id <= 0xffff
    ? parsed(`0x${id.toString(16).toUpperCase().padStart(4, '0')}`)
    : refused('The id of an IDS event is a number from 0 to 65535, such as 0x8003.')
}

/** Digits of MD5, SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512. */
const hashLengths: readonly number[] = [32, 40, 56, 64, 96, 128]

function hash(text: string): Parsed<string> {
  const bare = text.toLowerCase().replace(/^(md5|sha-?1|sha-?224|sha-?256|sha-?384|sha-?512)[:=]/, '')
  return /^[0-9a-f]+$/.test(bare) && hashLengths.includes(bare.length)
    ? parsed(bare)
    : refused('A hash is hexadecimal and has 32, 40, 56, 64, 96 or 128 digits.')
}

/** In the form of E.164: a plus and 7 to 15 digits. */
function phone(text: string): Parsed<string> {
  const digits = text
    .replace(/^tel:/i, '')
    .replaceAll(/[\s().\-/]/g, '')
    .replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(digits)
    ? parsed(digits)
    : refused('A phone number begins with + and the code of its country.')
}

/** A fingerprint as hexadecimal digits, or the serial number or subject as it is. */
function certificate(text: string): Parsed<string> {
  const bare = text.replaceAll(/[:\s]/g, '').toLowerCase()
  return /^[0-9a-f]+$/.test(bare) && [32, 40, 64].includes(bare.length) ? parsed(bare) : word(text)
}

function iccid(text: string): Parsed<string> {
  const digits = text.replaceAll(/[\s-]/g, '').replace(/f$/i, '')
  if (!/^89\d{16,18}$/.test(digits)) return refused('An ICCID has 18 to 20 digits and begins with 89.')
  return digits.length < 19 || isLuhn(digits) ? parsed(digits) : refused('The check digit of this ICCID is wrong.')
}

function imei(text: string): Parsed<string> {
  const digits = text.replaceAll(/[\s\-/]/g, '')
  if (!/^\d{15}$/.test(digits)) return refused('An IMEI has 15 digits.')
  return isLuhn(digits) ? parsed(digits) : refused('The check digit of this IMEI is wrong.')
}

const troubleLetters = 'PCBU'

/** As it is written, U0100-87, or as an ECU sends it: two bytes, and a third for the failure type (ISO 15031-6). */
function dtc(text: string): Parsed<string> {
  const sent = /^0x([0-9a-f]{4})([0-9a-f]{2})?$/i.exec(text)
  if (sent !== null) {
    const bits = Number.parseInt(sent[1]!, 16)
    const code = `${troubleLetters[bits >> 14]}${(bits & 0x3fff).toString(16).padStart(4, '0')}`
    return parsed((sent[2] === undefined ? code : `${code}-${sent[2]}`).toUpperCase())
  }
  return /^[PCBU][0-3][0-9A-F]{3}(?:-[0-9A-F]{2})?$/i.test(text)
    ? parsed(text.toUpperCase())
    : refused('A trouble code is a letter of P, C, B and U with four digits, such as U0100 or U0100-87.')
}

/**
 * Names of the numbers of ISO 14229-1:2020 (UDS). A range that the standard leaves to manufacturers has a name too.
 */

export interface UdsService {
  readonly name: string
  /** Names of its subfunctions; undefined: it has none. The suppress bit (0x80) is removed. */
  readonly subfunctions?: Readonly<Record<number, string>>
}

const zones = { 1: 'on', 2: 'off' }

/** Table 23 (services), and the subfunction tables of clauses 10 to 15. */
export const udsServices: Readonly<Record<number, UdsService>> = {
  0x10: {
    name: 'Diagnostic session control',
    subfunctions: { 1: 'default session', 2: 'programming session', 3: 'extended session', 4: 'safety system session' },
  },
  0x11: {
    name: 'ECU reset',
    subfunctions: {
      1: 'hard reset',
      2: 'key off and on',
      3: 'soft reset',
      4: 'enable rapid power shutdown',
      5: 'disable rapid power shutdown',
    },
  },
  0x14: { name: 'Clear diagnostic information' },
  0x19: {
    name: 'Read DTC information',
    subfunctions: {
      0x01: 'number of DTCs by status',
      0x02: 'DTCs by status',
      0x03: 'snapshot identification',
      0x04: 'snapshot by DTC',
      0x05: 'stored data by record',
      0x06: 'extended data by DTC',
      0x07: 'number of DTCs by severity',
      0x08: 'DTCs by severity',
      0x09: 'severity of a DTC',
      0x0a: 'supported DTCs',
      0x0b: 'first failed DTC',
      0x0c: 'first confirmed DTC',
      0x0d: 'latest failed DTC',
      0x0e: 'latest confirmed DTC',
      0x14: 'fault detection counters',
      0x15: 'permanent DTCs',
      0x16: 'extended data by record',
      0x17: 'DTCs of a memory by status',
      0x18: 'snapshot of a memory by DTC',
      0x19: 'extended data of a memory by DTC',
      0x1a: 'DTCs with extended data',
      0x42: 'emission DTCs by status',
      0x55: 'emission DTCs, permanent',
      0x56: 'DTCs by readiness group',
    },
  },
  0x22: { name: 'Read data by identifier' },
  0x23: { name: 'Read memory by address' },
  0x24: { name: 'Read scaling data by identifier' },
  0x27: { name: 'Security access', subfunctions: {} },
  0x28: {
    name: 'Communication control',
    subfunctions: {
      0: 'receive and send',
      1: 'receive only',
      2: 'send only',
      3: 'neither receive nor send',
      4: 'receive only, with address',
      5: 'receive and send, with address',
    },
  },
  0x29: {
    name: 'Authentication',
    subfunctions: {
      0: 'deauthenticate',
      1: 'verify certificate, one way',
      2: 'verify certificate, both ways',
      3: 'proof of ownership',
      4: 'transmit certificate',
      5: 'request challenge',
      6: 'verify proof of ownership, one way',
      7: 'verify proof of ownership, both ways',
      8: 'authentication configuration',
    },
  },
  0x2a: { name: 'Read data by periodic identifier' },
  0x2c: {
    name: 'Dynamically define data identifier',
    subfunctions: { 1: 'by identifier', 2: 'by memory address', 3: 'clear' },
  },
  0x2e: { name: 'Write data by identifier' },
  0x2f: { name: 'Input output control by identifier' },
  0x31: { name: 'Routine control', subfunctions: { 1: 'start', 2: 'stop', 3: 'results' } },
  0x34: { name: 'Request download' },
  0x35: { name: 'Request upload' },
  0x36: { name: 'Transfer data' },
  0x37: { name: 'Request transfer exit' },
  0x38: { name: 'Request file transfer' },
  0x3d: { name: 'Write memory by address' },
  0x3e: { name: 'Tester present', subfunctions: { 0: '' } },
  0x83: {
    name: 'Access timing parameter',
    subfunctions: { 1: 'read limits', 2: 'set defaults', 3: 'read current', 4: 'set' },
  },
  0x84: { name: 'Secured data transmission' },
  0x85: { name: 'Control DTC setting', subfunctions: zones },
  0x86: {
    name: 'Response on event',
    subfunctions: {
      0: 'stop',
      1: 'on DTC change',
      3: 'on change of data',
      4: 'report events',
      5: 'start',
      6: 'clear',
      7: 'on comparison of values',
      8: 'most recent DTC',
      9: 'DTC record',
    },
  },
  0x87: { name: 'Link control', subfunctions: { 1: 'verify fixed rate', 2: 'verify specific rate', 3: 'change rate' } },
}

/** Annex A.1: why a request was refused. */
const negativeCodes: Readonly<Record<number, string>> = {
  0x10: 'general reject',
  0x11: 'service not supported',
  0x12: 'subfunction not supported',
  0x13: 'wrong length or format',
  0x14: 'response too long',
  0x21: 'busy, repeat the request',
  0x22: 'conditions not correct',
  0x24: 'request sequence error',
  0x25: 'no response from the subnet',
  0x26: 'a failure prevents it',
  0x31: 'request out of range',
  0x33: 'security access denied',
  0x34: 'authentication required',
  0x35: 'invalid key',
  0x36: 'too many attempts',
  0x37: 'time delay not over',
  0x38: 'secured transmission required',
  0x39: 'secured transmission not allowed',
  0x3a: 'secured verification failed',
  0x50: 'certificate: validity period',
  0x51: 'certificate: signature',
  0x52: 'certificate: chain of trust',
  0x53: 'certificate: type',
  0x54: 'certificate: format',
  0x55: 'certificate: content',
  0x56: 'certificate: scope',
  0x57: 'certificate: revoked',
  0x58: 'ownership not proved',
  0x59: 'challenge not computed',
  0x5a: 'access rights not set',
  0x5b: 'session key not made',
  0x5c: 'configuration not usable',
  0x5d: 'deauthentication failed',
  0x70: 'upload or download not accepted',
  0x71: 'transfer suspended',
  0x72: 'programming failed',
  0x73: 'wrong block counter',
  0x78: 'response pending',
  0x7e: 'subfunction not in this session',
  0x7f: 'service not in this session',
  0x81: 'engine speed too high',
  0x82: 'engine speed too low',
  0x83: 'engine runs',
  0x84: 'engine does not run',
  0x85: 'engine ran too short',
  0x86: 'temperature too high',
  0x87: 'temperature too low',
  0x88: 'vehicle too fast',
  0x89: 'vehicle too slow',
  0x8a: 'pedal pressed too far',
  0x8b: 'pedal not pressed enough',
  0x8c: 'not in neutral',
  0x8d: 'not in gear',
  0x8f: 'brake not pressed',
  0x90: 'not in park',
  0x91: 'converter clutch locked',
  0x92: 'voltage too high',
  0x93: 'voltage too low',
  0x94: 'resource not available now',
}

/** Codes that detectors and descriptions use by name. */
export const nrc = {
  serviceNotSupported: 0x11,
  subfunctionNotSupported: 0x12,
  outOfRange: 0x31,
  invalidKey: 0x35,
  tooManyAttempts: 0x36,
  timeDelay: 0x37,
  pending: 0x78,
  subfunctionNotInSession: 0x7e,
  serviceNotInSession: 0x7f,
} as const

export function negativeName(code: number): string {
  return (
    negativeCodes[code] ??
    (code >= 0x38 && code <= 0x4f
      ? 'secured communication'
      : code >= 0xf0 && code <= 0xfe
        ? "manufacturer's conditions not correct"
        : 'unnamed reason')
  )
}

/** Annex C.1: the content of data identifiers, as far as the standard defines it. */
const dataIdentifiers: Readonly<Record<number, string>> = {
  0xf180: 'boot software',
  0xf181: 'application software',
  0xf182: 'application data',
  0xf183: 'boot software fingerprint',
  0xf184: 'application software fingerprint',
  0xf185: 'application data fingerprint',
  0xf186: 'active session',
  0xf187: 'spare part number',
  0xf188: 'ECU software number',
  0xf189: 'ECU software version',
  0xf18a: 'system supplier',
  0xf18b: 'ECU manufacturing date',
  0xf18c: 'ECU serial number',
  0xf18d: 'supported functional units',
  0xf18e: 'kit assembly part number',
  0xf190: 'VIN',
  0xf191: 'ECU hardware number',
  0xf192: "supplier's hardware number",
  0xf193: "supplier's hardware version",
  0xf194: "supplier's software number",
  0xf195: "supplier's software version",
  0xf196: 'type approval number',
  0xf197: 'system name',
  0xf198: 'workshop or tester',
  0xf199: 'programming date',
  0xf19a: 'calibration workshop',
  0xf19b: 'calibration date',
  0xf19c: 'calibration equipment',
  0xf19d: 'installation date',
  0xf19e: 'ODX file',
  0xf19f: 'entity',
  0xff00: 'UDS version',
  0xff01: 'ISO 15765-5 reserved',
}

const dataRanges: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x0100, 0xa5ff, "manufacturer's"],
  [0xa800, 0xacff, "manufacturer's"],
  [0xb000, 0xb1ff, "manufacturer's"],
  [0xc000, 0xc2ff, "manufacturer's"],
  [0xcf00, 0xefff, "manufacturer's"],
  [0xf000, 0xf00f, 'tractor and trailer network'],
  [0xf010, 0xf0ff, "manufacturer's"],
  [0xf100, 0xf17f, "manufacturer's identification"],
  [0xf1a0, 0xf1ef, "manufacturer's identification"],
  [0xf1f0, 0xf1ff, "supplier's identification"],
  [0xf200, 0xf2ff, 'periodic'],
  [0xf300, 0xf3ff, 'dynamically defined'],
  [0xf400, 0xf5ff, 'OBD'],
  [0xf600, 0xf6ff, 'OBD monitor'],
  [0xf700, 0xf7ff, 'OBD'],
  [0xf800, 0xf8ff, 'OBD vehicle information'],
  [0xfd00, 0xfeff, "supplier's"],
]

const routines: Readonly<Record<number, string>> = {
  0xe200: 'deploy airbag loop',
  0xff00: 'erase memory',
  0xff01: 'check programming dependencies',
  0xff02: 'erase mirror memory DTCs',
}

const routineRanges: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x0100, 0x01ff, 'tachograph test'],
  [0x0200, 0xdfff, "manufacturer's"],
  [0xe000, 0xe1ff, 'OBD test'],
  [0xe200, 0xe2ff, 'safety system'],
  [0xf000, 0xfeff, "supplier's"],
]

const within = (ranges: readonly (readonly [number, number, string])[], id: number) =>
  ranges.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'reserved'

export const dataIdentifierName = (id: number): string => dataIdentifiers[id] ?? within(dataRanges, id)

/** Annex F.1. */
export const routineName = (id: number): string => routines[id] ?? within(routineRanges, id)

import type { Analysis } from './analyzers.ts'

/** The first letter: the part of the vehicle (SAE J2012, ISO 15031-6). */
const systems: Readonly<Record<string, string>> = {
  P: 'powertrain',
  C: 'chassis',
  B: 'body',
  U: 'network and integration of ECUs',
}

/** The third character of a code of the powertrain. */
const powertrain = [
  'fuel, air and emissions',
  'fuel and air',
  'fuel and air: injection',
  'ignition and misfire',
  'emission control',
  'speed, idle and auxiliary inputs',
  'computer and its outputs',
  'transmission',
  'transmission',
  'transmission',
  'hybrid or electric drive',
  'hybrid or electric drive',
  'hybrid or electric drive',
  'hybrid or electric drive',
  'hybrid or electric drive',
  'hybrid or electric drive',
]

/** Codes whose meaning is the same for all makers: those that an attack on a network or an ECU leaves behind. */
const names: Readonly<Record<string, string>> = {
  U0001: 'high-speed CAN bus: communication fault',
  U0002: 'high-speed CAN bus: performance',
  U0010: 'medium-speed CAN bus: communication fault',
  U0019: 'low-speed CAN bus: communication fault',
  U0028: 'vehicle communication bus A: communication fault',
  U0073: 'control module: communication bus A is off',
  U0074: 'control module: communication bus B is off',
  U0100: 'no communication with the engine control module',
  U0101: 'no communication with the transmission control module',
  U0103: 'no communication with the gear shift module',
  U0104: 'no communication with the cruise control module',
  U0110: 'no communication with the drive motor control module',
  U0111: 'no communication with the battery energy control module',
  U0121: 'no communication with the anti-lock brake control module',
  U0122: 'no communication with the vehicle dynamics control module',
  U0126: 'no communication with the steering angle sensor module',
  U0129: 'no communication with the brake system control module',
  U0131: 'no communication with the power steering control module',
  U0140: 'no communication with the body control module',
  U0146: 'no communication with gateway A',
  U0151: 'no communication with the restraints control module',
  U0155: 'no communication with the instrument panel cluster',
  U0167: 'no communication with the immobilizer control module',
  U0198: 'no communication with the telematics control module',
  U0300: 'software of control modules does not match',
  U0301: 'software does not match that of the engine control module',
  U0401: 'invalid data from the engine control module',
  U0402: 'invalid data from the transmission control module',
  U0415: 'invalid data from the anti-lock brake control module',
  U0416: 'invalid data from the vehicle dynamics control module',
  U0422: 'invalid data from the body control module',
  U0423: 'invalid data from the instrument panel cluster',
  U0426: 'invalid data from the immobilizer control module',
  U0428: 'invalid data from the steering angle sensor module',
  U0447: 'invalid data from gateway A',
  P0500: 'vehicle speed sensor A',
  P0513: 'wrong immobilizer key',
  P0600: 'serial communication link',
  P0601: 'control module: checksum of its memory is wrong',
  P0602: 'control module: programming fault',
  P0603: 'control module: keep-alive memory fault',
  P0604: 'control module: random access memory fault',
  P0605: 'control module: read-only memory fault',
  P0606: 'control module: processor fault',
  P0630: 'VIN not programmed, or does not match, in the engine control module',
  P0633: 'immobilizer key not programmed in the engine control module',
}

/** The failure type, the byte behind the code (ISO 15031-6, SAE J2012): those that concern data and communication. */
const failureTypes: Readonly<Record<string, string>> = {
  '00': 'no further information',
  '41': 'general checksum failure',
  '42': 'general memory failure',
  '44': 'data memory failure',
  '45': 'program memory failure',
  '46': 'calibration memory failure',
  '49': 'internal electronic failure',
  '51': 'not programmed',
  '52': 'not activated',
  '54': 'missing calibration',
  '55': 'not configured',
  '56': 'invalid or incompatible configuration',
  '57': 'invalid or incompatible software component',
  '81': 'invalid serial data received',
  '82': 'alive or sequence counter incorrect or not updated',
  '83': 'value of signal protection calculation incorrect',
  '84': 'signal below allowable range',
  '85': 'signal above allowable range',
  '86': 'signal invalid',
  '87': 'missing message',
  '88': 'bus off',
}
/** Failure types of received data that a forged or suppressed message causes. */
const forged = new Set(['81', '82', '83', '86', '87'])

/** Returns the system, the origin and the meaning of a diagnostic trouble code such as U0100-87. */
export function analyzeTroubleCode(value: string): Analysis {
  const [code = '', failure] = value.split('-')
  const [letter = '', origin = '', group = ''] = code
  const isGeneric = origin === '0' || (letter === 'P' && (origin === '2' || (origin === '3' && group >= '4')))
  const name = names[code]
  const system = systems[letter] ?? 'unknown'
  const isForged = failure !== undefined && forged.has(failure)
  return {
    verdict: isForged ? 'suspicious' : 'info',
    summary: name === undefined ? `A code of the ${system}.` : `${name[0]!.toUpperCase()}${name.slice(1)}.`,
    facts: [
      { name: 'System', value: system },
      { name: 'Defined by', value: isGeneric ? 'the standard, for all makers' : 'the maker' },
      ...(letter === 'P' ? [{ name: 'Group', value: powertrain[Number.parseInt(group, 16)] ?? 'unknown' }] : []),
      ...(name === undefined ? [] : [{ name: 'Meaning', value: name }]),
      ...(failure === undefined
        ? []
        : [{ name: `Failure type 0x${failure}`, value: failureTypes[failure] ?? 'not in the table' }]),
      ...(isForged ? [{ name: 'Note', value: 'Forged or suppressed messages cause this failure type.' }] : []),
    ],
  }
}

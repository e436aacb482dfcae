/**
 * Names of the numbers of SAE J1939, in our own words; the numbers are those of J1939-21, -71, -73, -81 and of ISO
 * 11783.
 */

export const pgn = {
  acknowledgement: 0xe800,
  request: 0xea00,
  transferData: 0xeb00,
  transferControl: 0xec00,
  addressClaim: 0xee00,
  commandedAddress: 0xfed8,
  activeFaults: 0xfeca,
  earlierFaults: 0xfecb,
  clearEarlierFaults: 0xfecc,
  clearActiveFaults: 0xfed3,
  pendingFaults: 0xfecf,
  softwareId: 0xfeda,
  componentId: 0xfeeb,
  vin: 0xfeec,
} as const

const pgnNames: Readonly<Record<number, string>> = {
  0x0000: 'torque and speed control (TSC1)',
  0x0100: 'transmission control (TC1)',
  0x0400: 'external brake control (XBR)',
  0xc700: 'extended transport, data',
  0xc800: 'extended transport, control',
  0xc900: 'request with answer (request 2)',
  0xca00: 'transfer of an answer',
  0xcb00: 'working set member',
  0xd900: 'stop or start broadcast, memory access answer (DM14)',
  0xda00: 'ISO 15765 diagnostics',
  0xdb00: 'ISO 15765 diagnostics, functional',
  0xdf00: 'stop or start broadcast (DM13)',
  0xe000: 'cab message 1',
  0xe800: 'acknowledgement',
  0xea00: 'request',
  0xeb00: 'transport, data',
  0xec00: 'transport, control',
  0xee00: 'address claim',
  0xef00: 'proprietary A',
  0xf000: 'retarder (ERC1)',
  0xf001: 'brakes (EBC1)',
  0xf002: 'transmission (ETC1)',
  0xf003: 'engine, pedals and load (EEC2)',
  0xf004: 'engine, speed and torque (EEC1)',
  0xf005: 'gears (ETC2)',
  0xf009: 'stability (VDC2)',
  0xfd7c: 'aftertreatment control',
  0xfda4: 'engine speed control',
  0xfe56: 'aftertreatment fluid tank',
  0xfe6c: 'tachograph (TCO1)',
  0xfebf: 'wheel speeds (EBC2)',
  0xfec1: 'distance, high resolution (VDHR)',
  0xfeca: 'active fault codes (DM1)',
  0xfecb: 'earlier fault codes (DM2)',
  0xfecc: 'clear earlier fault codes (DM3)',
  0xfecd: 'freeze frame (DM4)',
  0xfece: 'readiness (DM5)',
  0xfecf: 'pending fault codes (DM6)',
  0xfed3: 'clear active fault codes (DM11)',
  0xfed4: 'emission fault codes (DM12)',
  0xfed8: 'commanded address',
  0xfeda: 'software identification',
  0xfedf: 'engine (EEC3)',
  0xfee0: 'distance (VD)',
  0xfee3: 'engine configuration',
  0xfee4: 'shutdown',
  0xfee5: 'engine hours',
  0xfee6: 'time and date',
  0xfee7: 'vehicle hours',
  0xfee8: 'direction and speed',
  0xfee9: 'fuel used',
  0xfeea: 'vehicle weight',
  0xfeeb: 'component identification',
  0xfeec: 'vehicle identification',
  0xfeee: 'engine temperatures (ET1)',
  0xfeef: 'engine fluids (EFL/P1)',
  0xfef0: 'power take-off',
  0xfef1: 'cruise control and speed (CCVS1)',
  0xfef2: 'fuel economy (LFE1)',
  0xfef3: 'position',
  0xfef4: 'tyre condition',
  0xfef5: 'ambient conditions',
  0xfef6: 'intake and exhaust (IC1)',
  0xfef7: 'electrical power (VEP1)',
  0xfef8: 'transmission fluids',
  0xfefa: 'brakes, position',
  0xfefc: 'dash display (DD1)',
}

/** Returns the content of a parameter group, if it is well known, with its number in hexadecimal. */
export function pgnText(number: number): string {
  const digits = number.toString(16).toUpperCase().padStart(4, '0')
  const name = pgnNames[number] ?? (number >= 0xff00 && number <= 0xffff ? 'proprietary B' : undefined)
  return name ? `${name} (${digits})` : `PGN ${digits}`
}

const addresses: Readonly<Record<number, string>> = {
  0x00: 'engine',
  0x01: 'engine 2',
  0x03: 'transmission',
  0x05: 'shift console',
  0x0b: 'brakes',
  0x0f: 'engine retarder',
  0x10: 'driveline retarder',
  0x11: 'cruise control',
  0x13: 'steering',
  0x17: 'instruments',
  0x19: 'climate',
  0x1d: 'anti-theft',
  0x21: 'body',
  0x25: 'gateway',
  0x27: 'management computer',
  0x28: 'display',
  0x2a: 'headway',
  0x31: 'cab',
  0x3d: 'aftertreatment',
  0x4a: 'telematics',
  0xee: 'tachograph',
  0xf9: 'tester',
  0xfa: 'tester 2',
  0xfe: 'nobody',
}

/** Returns two digits and the usual owner of the address (J1939 Appendix B). */
export function addressText(address: number): string {
  if (address === 255) return 'all'
  const name = addresses[address]
  const digits = address.toString(16).toUpperCase().padStart(2, '0')
  return name ? `${digits} ${name}` : digits
}

/** Control byte 0 to 3 of an acknowledgement (J1939-21 5.4.4). */
export const acknowledgements = ['acknowledged', 'refused', 'access denied', 'busy'] as const

/** Why a connection is aborted (J1939-21 5.10.2.4). */
export const abortReasons: Readonly<Record<number, string>> = {
  1: 'already in a session',
  2: 'resources needed elsewhere',
  3: 'timed out',
  4: 'cleared to send during transfer',
  5: 'too many retransmissions',
  6: 'unexpected data packet',
  7: 'wrong sequence number',
  8: 'duplicate sequence number',
  9: 'too large',
  250: 'other reason',
}

const failureModes: readonly string[] = [
  'too high, severe',
  'too low, severe',
  'erratic',
  'voltage high',
  'voltage low',
  'current low',
  'current high',
  'mechanical',
  'frequency',
  'update rate',
  'rate of change',
  'root cause unknown',
  'bad device',
  'out of calibration',
  'special instructions',
  'too high',
  'too high, moderate',
  'too low',
  'too low, moderate',
  'network data',
  'drifted high',
  'drifted low',
]

/** Failure mode identifiers (J1939-73 Appendix A). */
export const failureModeName = (fmi: number): string =>
  failureModes[fmi] ?? (fmi === 31 ? 'condition exists' : 'reserved')

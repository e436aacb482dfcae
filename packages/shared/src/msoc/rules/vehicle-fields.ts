import type { VehicleService } from './rules.ts'

/** A field of a vehicle event that rules may read. */
export interface VehicleField {
  readonly name: string
  readonly description: string
  /** `any`: a number and a text. */
  readonly type: 'number' | 'text' | 'any'
  readonly examples: readonly string[]
}

const field = (name: string, type: VehicleField['type'], description: string, ...examples: string[]): VehicleField => ({
  name,
  type,
  description,
  examples,
})

/** Fields of every event. */
export const commonFields: readonly VehicleField[] = [
  field('vehicle', 'text', 'Vehicle identification number.', 'WVWZZZ1JZXW000001'),
  field('model', 'text', 'Vehicle model; empty where it is not known.', 'roadster'),
  field('platform', 'text', 'Vehicle platform; empty where it is not known.', 'mlb'),
]

const canFields: readonly VehicleField[] = [
  field('bus', 'text', "The bus's name on the vehicle.", 'can0', 'powertrain'),
  field('id', 'any', 'Arbitration id: hexadecimal without leading zeros, and the number.', '0x1A0', '416'),
  field('ext', 'text', 'True for 29-bit ids.', 'true', 'false'),
  field('fd', 'text', 'True for CAN FD frames.', 'true', 'false'),
  field('rtr', 'text', 'True for remote frames.', 'true', 'false'),
  field('length', 'number', 'Bytes of data.', '8'),
  field('data', 'text', 'Data in upper-case hexadecimal.', '02100300000000'),
  field('message', 'text', 'Name of the message in the database of the bus.', 'EngineData'),
  field('sender', 'text', 'Sender of the message in the database of the bus.', 'Gateway'),
  field('uds.kind', 'text', 'Of a diagnostic message.', 'request', 'positive', 'negative'),
  field('uds.service', 'any', 'Requested service of a diagnostic message, and the number.', '0x27', '39'),
  field('uds.subfunction', 'any', 'Its subfunction, without the bit that suppresses the answer.', '0x01', '1'),
  field('uds.nrc', 'any', 'Reason of a negative response.', '0x35', '53'),
  field('j1939.pgn', 'number', 'Parameter group of a 29-bit id.', '61444'),
  field('j1939.sa', 'number', 'Source address of a 29-bit id.', '0'),
  field('j1939.da', 'number', 'Destination address of a 29-bit id; 255: all.', '255'),
  field('j1939.priority', 'number', 'Priority of a 29-bit id, 0 to 7.', '3'),
]

const idsFields: readonly VehicleField[] = [
  field('event_id', 'any', 'Event definition id of the intrusion detection system, and the number.', '0x8001', '32769'),
  field('name', 'text', "Name of the event in the platform's event catalogue.", 'SecOC verification failed'),
  field('severity', 'text', "Severity of the event in the platform's event catalogue.", 'high'),
  field('count', 'number', "Occurrences after the vehicle's own filters.", '1'),
  field('idsm_instance', 'number', 'Number of the IDS manager.', '1'),
  field('sensor_instance', 'number', 'Number of the sensor.', '2'),
  field('context', 'text', 'Context data in upper-case hexadecimal.', '00FF'),
]

const syslogFields: readonly VehicleField[] = [
  field('facility', 'number', 'Facility, 0 to 23.', '10'),
  field('severity', 'number', 'Severity, 0 (emergency) to 7 (debug).', '3'),
  field('hostname', 'text', 'Host that wrote the line.', 'tcu'),
  field('app_name', 'text', 'Program that wrote the line.', 'sshd'),
  field('proc_id', 'text', 'Process id.', '4711'),
  field('msg_id', 'text', 'Type of the message.', 'TCPIN'),
  field('message', 'text', 'The message.', 'Failed password for root from 203.0.113.7 port 41000 ssh2'),
]

const positionFields: readonly VehicleField[] = [
  field('lat', 'number', 'Degrees north, WGS 84.', '48.137'),
  field('lon', 'number', 'Degrees east, WGS 84.', '11.575'),
  field('speed_kph', 'number', 'Speed, km/h.', '120'),
  field('heading_deg', 'number', 'Degrees from north, clockwise.', '90'),
  field('altitude_m', 'number', 'Metres above the ellipsoid.', '520'),
  field('hdop', 'number', 'Horizontal dilution of precision.', '0.9'),
]

/** Fields with fixed names of each service, besides the common ones. */
export const vehicleFields: Readonly<Record<VehicleService, readonly VehicleField[]>> = {
  can: canFields,
  'ids-can': idsFields,
  'ids-eth': idsFields,
  'ids-host': idsFields,
  syslog: syslogFields,
  position: positionFields,
  telemetry: [],
}

/** Names that depend on databases, on senders or on vehicles. */
const patterns: Readonly<Record<VehicleService, RegExp | undefined>> = {
  can: /^signal\.[A-Za-z_]\w*\.[A-Za-z_]\w*$/,
  'ids-can': /^detail\../,
  'ids-eth': /^detail\../,
  'ids-host': /^detail\../,
  syslog: /^sd\.[^.]./,
  position: undefined,
  telemetry: /^[A-Za-z][\w.]{0,199}$/,
}

const fixed = new Map(
  Object.entries(vehicleFields).map(([service, fields]) => [
    service,
    new Set([...commonFields, ...fields].map(({ name }) => name)),
  ]),
)

/** Returns true if events of the service may have a field of this name (rule RULE-4). */
export function isFieldOf(service: VehicleService, name: string): boolean {
  return fixed.get(service)!.has(name) || (patterns[service]?.test(name) ?? false)
}

import type { ObservableType } from './observables.ts'

/** Names of fields, in lower case without signs between words, and the type of the values that they have. */
const byLabel = new Map<string, ObservableType>([
  ['vin', 'vin'],
  ['ecu', 'ecu'],
  ['ecuname', 'ecu'],
  ['bus', 'bus'],
  ['canid', 'arbitration_id'],
  ['arbitrationid', 'arbitration_id'],
  ['arbid', 'arbitration_id'],
  ['sid', 'uds_service'],
  ['udsservice', 'uds_service'],
  ['uds', 'uds_service'],
  ['signal', 'signal'],
  ['host', 'hostname'],
  ['hostname', 'hostname'],
  ['srcip', 'address'],
  ['dstip', 'address'],
  ['ip', 'address'],
  ['src', 'address'],
  ['dst', 'address'],
  ['rhost', 'address'],
  ['address', 'address'],
  ['sourceaddress', 'address'],
  ['destinationaddress', 'address'],
  ['event', 'ids_event'],
  ['eventid', 'ids_event'],
  ['idsevent', 'ids_event'],
  ['geofence', 'geofence'],
  ['domain', 'domain'],
  ['sni', 'domain'],
  ['url', 'url'],
  ['uri', 'url'],
  ['hash', 'hash'],
  ['md5', 'hash'],
  ['sha1', 'hash'],
  ['sha256', 'hash'],
  ['sha512', 'hash'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['tel', 'phone'],
  ['msisdn', 'phone'],
  ['file', 'file_name'],
  ['filename', 'file_name'],
  ['path', 'file_name'],
  ['certificate', 'certificate'],
  ['cert', 'certificate'],
  ['fingerprint', 'certificate'],
  ['software', 'software_version'],
  ['softwareversion', 'software_version'],
  ['swversion', 'software_version'],
  ['firmware', 'software_version'],
  ['firmwareversion', 'software_version'],
  ['version', 'software_version'],
  ['iccid', 'iccid'],
  ['imei', 'imei'],
  ['dtc', 'dtc'],
  ['troublecode', 'dtc'],
  ['faultcode', 'dtc'],
])

/** The type of the values of a field with this name, also at the end of a path: `Vehicle.Modem.IMEI`. */
export function labelType(name: string): ObservableType | undefined {
  if (name.length > 100) return undefined
  return byLabel.get(
    name
      .slice(name.lastIndexOf('.') + 1)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

import type { ObservableType } from '../observables.ts'

/** The object paths of STIX 2.1 whose values are observables; types of vehicles have objects of ours. */
const stixPaths = new Map<string, ObservableType>([
  ['ipv4-addr:value', 'address'],
  ['ipv6-addr:value', 'address'],
  ['domain-name:value', 'domain'],
  ['url:value', 'url'],
  ['email-addr:value', 'email'],
  ['file:name', 'file_name'],
  ['software:version', 'software_version'],
  ['x509-certificate:serial_number', 'certificate'],
])

/** The prefix of objects for types that STIX has none for: `x-carapace-vin:value`. */
const own = 'x-carapace-'

/** The type of the values at an object path; undefined if there is none. */
export function typeOfPath(object: string, path: string): string | undefined {
  const known = stixPaths.get(`${object}:${path}`)
  if (known !== undefined) return known
  if (object.startsWith(own) && path === 'value') return object.slice(own.length).replaceAll('-', '_')
  const isHash = path.startsWith('hashes.')
  if (isHash && object === 'file') return 'hash'
  return isHash && object === 'x509-certificate' ? 'certificate' : undefined
}

/** The object and the path for a value, as an export writes it. */
export function pathOfType(type: ObservableType, value: string): readonly [object: string, path: string] {
  if (type === 'address') return [value.includes(':') ? 'ipv6-addr' : 'ipv4-addr', 'value']
  if (type === 'hash') return ['file', `hashes.'${stixHash(value)}'`]
  for (const [at, known] of stixPaths)
    if (known === type && type !== 'software_version' && type !== 'certificate')
      return at.split(':') as [string, string]
  return [own + type.replaceAll('_', '-'), 'value']
}

function stixHash(value: string): string {
  if (value.length === 32) return 'MD5'
  if (value.length === 40) return 'SHA-1'
  return `SHA-${value.length * 4}`
}

/** The markings of the Traffic Light Protocol that STIX 2.1 defines (section 7.2.1.4), and those of TLP 2.0. */
export const tlpMarkings = new Map<string, string>([
  ['marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9', 'CLEAR'],
  ['marking-definition--94868c89-83c2-464b-929b-a1a8aa3c8487', 'CLEAR'],
  ['marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da', 'GREEN'],
  ['marking-definition--bab4a63c-aed9-4cf5-a766-dfca5abac2bb', 'GREEN'],
  ['marking-definition--f88d31f6-486f-44da-b317-01333bde0b82', 'AMBER'],
  ['marking-definition--55d920b0-5e8b-4f79-9ee9-91f868d9b421', 'AMBER'],
  ['marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003', 'AMBER_STRICT'],
  ['marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed', 'RED'],
  ['marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1', 'RED'],
])

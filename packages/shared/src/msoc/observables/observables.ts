import { observableKinds } from '../alerts/alerts.ts'

/** The types of observables: every kind of value that alerts, cases, imports and watchlists can have in common. */
export const observableTypes = observableKinds
export type ObservableType = (typeof observableTypes)[number]

/** A value of a type in its normal form (rule OBSERVABLE-1). */
export interface TypedValue {
  readonly type: ObservableType
  readonly value: string
}

export const typeNames: Readonly<Record<ObservableType, string>> = {
  vin: 'VIN',
  ecu: 'ECU',
  bus: 'Bus',
  arbitration_id: 'Arbitration id',
  uds_service: 'UDS service',
  signal: 'Signal',
  hostname: 'Host name',
  address: 'IP address',
  ids_event: 'IDS event',
  geofence: 'Geofence',
  domain: 'Domain',
  url: 'URL',
  hash: 'Hash',
  email: 'E-mail',
  phone: 'Phone number',
  file_name: 'File name',
  certificate: 'Certificate',
  software_version: 'Software version',
  iccid: 'ICCID',
  imei: 'IMEI',
  dtc: 'Trouble code (DTC)',
}

/** With whom information may be shared (Traffic Light Protocol 2.0), from everybody to nobody else. */
export const tlps = ['CLEAR', 'GREEN', 'AMBER', 'AMBER_STRICT', 'RED'] as const
export type Tlp = (typeof tlps)[number]

/** What may be done with information (Permissible Actions Protocol), from anything to passive look-ups only. */
export const paps = ['CLEAR', 'GREEN', 'AMBER', 'RED'] as const
export type Pap = (typeof paps)[number]

/** Whether a level is above a ceiling, in a list that begins with the most open level. */
export function isAbove<Level>(levels: readonly Level[], level: Level, ceiling: Level): boolean {
  return levels.indexOf(level) > levels.indexOf(ceiling)
}

/** What a sighting was counted from. */
export const sightingKinds = ['alert', 'import', 'manual'] as const
export type SightingKind = (typeof sightingKinds)[number]

/** Where an observable was first seen. */
export const observableSources = ['alert', 'manual', 'import'] as const
export type ObservableSource = (typeof observableSources)[number]

/** A watchlist raises alerts; an allowlist has values that raise none. */
export const listKinds = ['watch', 'allow'] as const
export type ListKind = (typeof listKinds)[number]

/** The types that events of vehicles have: values of the others are looked up nowhere (rule OBSERVABLE-13). */
export const watchedTypes = [
  'vin',
  'ecu',
  'bus',
  'arbitration_id',
  'hostname',
  'address',
  'ids_event',
  'domain',
  'url',
  'hash',
  'email',
  'file_name',
  'certificate',
  'software_version',
  'iccid',
  'imei',
  'dtc',
] as const satisfies readonly ObservableType[]

export const importFormats = ['text', 'csv', 'misp', 'stix'] as const
export type ImportFormat = (typeof importFormats)[number]

/** How an analyzer judges a value. */
export const verdicts = ['info', 'safe', 'suspicious', 'malicious'] as const
export type Verdict = (typeof verdicts)[number]

/** Maximum numbers of rows of an organisation, of lengths, and of rows of one call. */
export const limits = {
  observables: 2_000_000,
  lists: 100,
  entries: 1_200_000,
  importRows: 100_000,
  importBytes: 16 * 1024 * 1024,
  value: 2_048,
  tags: 30,
  tag: 60,
  note: 4_000,
  analyzers: 20,
} as const

/** File formats of captures that can be read; see ../capture. */
export const captureFormats = [
  'candump',
  'asc',
  'blf',
  'busmaster',
  'crtd',
  'gvret',
  'microchip',
  'carbus',
  'trc',
  'pcap',
  'csv',
] as const
export type CaptureFormat = (typeof captureFormats)[number] | 'record'

/** Display names of the formats. `record`: kept from a vehicle's record instead of uploaded. */
export const formatNames: Readonly<Record<CaptureFormat, string>> = {
  candump: 'candump',
  asc: 'Vector ASC',
  blf: 'Vector BLF',
  busmaster: 'BusMaster',
  crtd: 'CRTD',
  gvret: 'GVRET CSV',
  microchip: 'Microchip CAN analyzer',
  carbus: 'CarBus TRC',
  trc: 'PEAK TRC',
  pcap: 'pcap or pcapng (SocketCAN)',
  csv: 'CSV',
  record: 'vehicle record',
}

export const captureStates = ['UPLOADING', 'READING', 'READY', 'FAILED'] as const
export type CaptureState = (typeof captureStates)[number]

/**
 * The kinds of jobs that fill a capture: from its file, and from a vehicle's record. Their input holds its uuid as
 * `capture`.
 */
export const captureJobs = { read: 'captures.read', keep: 'captures.keep' } as const
/** The error of a capture whose job was cancelled or failed for good. */
export const strandedError = 'Its job was cancelled or failed before all of it was read.'

export const replayStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type ReplayState = (typeof replayStates)[number]

export const exportFormats = ['candump', 'asc', 'csv', 'pcap'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * Limits: bytes of one file and of all captures of an organisation; frames of one capture or export; concurrent uploads
 * of an organisation.
 */
export const captureLimits = { fileBytes: 1024 ** 3, orgBytes: 20 * 1024 ** 3, frames: 50_000_000, uploads: 5 } as const

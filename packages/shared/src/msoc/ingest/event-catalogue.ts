import type { EventCatalogueEntry } from './ingest.contract.ts'

const entry = (
  event_id: number,
  severity: EventCatalogueEntry['severity'],
  name: string,
  description: string,
  tactics: string[] = [],
): EventCatalogueEntry => ({ event_id, severity, name, description, tactics })

/**
 * The shipped catalogue: applies to every platform without an imported catalogue. Each manufacturer defines its ids
 * from 0x8000 on; these are ours, for the simulated fleet and for getting started (listed in docs/event-catalogue.md).
 */
export const defaultCatalogue: readonly EventCatalogueEntry[] = [
  entry(0x8001, 'high', 'SecOC verification failed', 'A secured message carried a wrong authenticator.', ['TA0040']),
  entry(
    0x8002,
    'high',
    'SecOC freshness value out of window',
    'A secured message was older or newer than the receiver accepts: a replay, or lost synchronisation.',
    ['TA0040'],
  ),
  entry(0x8003, 'critical', 'Secure boot verification failed', 'A boot image did not match its signature.', ['TA0003']),
  entry(0x8004, 'critical', 'Firmware image rejected', 'An update image had a wrong signature or an older version.', [
    'TA0003',
  ]),
  entry(
    0x8005,
    'high',
    'Diagnostic security access denied repeatedly',
    'A tester failed SecurityAccess until the delay timer ran.',
    ['TA0006'],
  ),
  entry(
    0x8006,
    'high',
    'Diagnostic session while driving',
    'A non-default session was requested while the vehicle moved.',
    ['TA0002'],
  ),
  entry(0x8007, 'critical', 'Debug interface opened', 'A debug port was enabled on a production ECU.', ['TA0001']),
  entry(
    0x8010,
    'medium',
    'CAN message at unexpected rate',
    'A periodic message came far more or less often than specified.',
    ['TA0040'],
  ),
  entry(
    0x8011,
    'medium',
    'CAN message with wrong length',
    'A message had another length than the communication matrix gives.',
  ),
  entry(
    0x8012,
    'high',
    'CAN bus-off recovered repeatedly',
    'A controller left and rejoined the bus several times: error frames may be forced.',
    ['TA0040'],
  ),
  entry(
    0x8018,
    'medium',
    'Ethernet frame from unknown address',
    'A frame came from an address that the switch table does not list.',
  ),
  entry(
    0x8019,
    'medium',
    'SOME/IP service offered by unknown host',
    'A service was offered from an address that does not own it.',
    ['TA0040'],
  ),
  entry(
    0x801a,
    'high',
    'Firewall blocked inbound connection',
    'The in-vehicle firewall refused a connection from outside.',
    ['TA0001'],
  ),
  entry(0x8020, 'low', 'Ethernet link flapping', 'A link went down and up several times within a minute.'),
  entry(0x8021, 'low', 'Login with diagnostic account', 'A service account signed in on a host ECU.'),
  entry(
    0x8022,
    'medium',
    'Process started outside allow list',
    'A host ECU started a program that its policy does not list.',
    ['TA0002'],
  ),
  entry(0x8023, 'high', 'File integrity changed', 'A monitored file differs from its reference.', ['TA0005']),
  entry(0x8030, 'info', 'Intrusion detection started', 'A sensor came up after power-on.'),
  entry(0x8031, 'info', 'Sensor heartbeat', 'A sensor reports that it is alive.'),
]

const defaults = new Map(defaultCatalogue.map((one) => [one.event_id, one]))

/** Returns the shipped meaning of an event id; undefined if the list has none. */
export function defaultMeaningOf(eventId: number): EventCatalogueEntry | undefined {
  return defaults.get(eventId)
}

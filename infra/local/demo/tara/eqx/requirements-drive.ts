import { demoArtefacts } from '../build.ts'
import { must } from '../requirement.ts'

const kestrel = { owner: 'Kestrel ECU Systems' }
const fjell = { owner: 'Fjell Powertrain' }

/** Electric drive control: a requirement for each goal, and refined requirements. */
export const driveRequirements = demoArtefacts(
  'requirement',
  { day: 84, project: 'Electric drive control', status: 'APPROVED' },
  {
    'CSR-101': [
      'Inverter runs released software only',
      must(
        'The inverter shall start only software whose signature verifies with the release key.',
        'cybersecurity',
        'test',
        fjell,
      ),
      { from: { demands: 'CG-01 SC-01' }, to: { realised: 'CTL-02', allocated: 'CO-02' } },
    ],
    'CSR-102': [
      'Signature before erasing',
      must(
        'The bootloader shall verify the signature over the whole container before it erases any block.',
        'software',
        'test',
        fjell,
      ),
      { from: { refines: 'CSR-101' }, to: { allocated: 'CO-02' } },
    ],
    'CSR-103': [
      'Debug port locked in series',
      must(
        'The debug port of the inverter shall be locked at the end of the line, and open only to an answer ' +
          'computed for this part.',
        'hardware',
        'test',
        fjell,
      ),
      { from: { refines: 'CSR-101' }, to: { realised: 'CTL-03', allocated: 'CO-02' } },
    ],
    'CSR-104': [
      'Interrupted programming recovers',
      must(
        'After programming was broken off, the bootloader shall accept a complete container without any tool ' +
          'beyond a tester.',
        'software',
        'test',
        fjell,
      ),
      { from: { refines: 'CSR-101' }, to: { allocated: 'CO-02' } },
    ],
    'CSR-105': [
      'Calibration is verified at every start',
      must(
        'The VCU shall verify the signature of the calibration at every start, and use the safe dataset if it fails.',
        'cybersecurity',
        'test',
        kestrel,
      ),
      { status: 'UNDER_REVIEW', from: { demands: 'CG-02 SC-01' }, to: { realised: 'CTL-22', allocated: 'CO-31' } },
    ],
    'CSR-106': [
      'Dataset bound to variant',
      must(
        'A dataset shall be refused where part number or variant code differ from those of the vehicle.',
        'software',
        'test',
        kestrel,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-105' }, to: { allocated: 'CO-31' } },
    ],
    'CSR-107': [
      'Limits are kept by the battery',
      must(
        'The battery management shall keep voltage, current and temperature limits by its own sensors alone.',
        'functional',
        'test',
        fjell,
      ),
      { from: { demands: 'CG-03 CG-06 SC-02' }, to: { allocated: 'CO-03' } },
    ],
    'CSR-108': [
      'Crash line by wire',
      must(
        'The contactors shall open within 50 ms of the wired crash signal, regardless of bus messages.',
        'hardware',
        'test',
        fjell,
      ),
      { from: { refines: 'CSR-107' }, to: { allocated: 'CO-03 CO-08' } },
    ],
    'CSR-109': [
      'Charge point can not raise limits',
      must(
        'The charge controller shall refuse limits over those of the battery management, and end the session.',
        'software',
        'test',
        fjell,
      ),
      { from: { refines: 'CSR-107' }, to: { allocated: 'CO-04' } },
    ],
    'CSR-110': [
      'Charging parser survives malformed messages',
      must(
        'The charging session shall survive 24 hours of malformed messages without a crash or a write out of bounds.',
        'software',
        'test',
        fjell,
      ),
      { from: { refines: 'CSR-107' }, to: { allocated: 'CO-04' } },
    ],
    'CSR-111': [
      'Pedal read by wire',
      must(
        'The VCU shall compute torque from the two pedal tracks alone; a pedal position from the bus shall be ' +
          'used for comparison only.',
        'functional',
        'analysis',
        kestrel,
      ),
      { from: { demands: 'CG-04 SC-07' }, to: { allocated: 'CO-31 CO-06' } },
    ],
    'CSR-112': [
      'Torque requests are authentic and fresh',
      must(
        'The inverter shall act upon a torque request only if its authenticator verifies and it is not older ' +
          'than 30 ms.',
        'cybersecurity',
        'test',
        fjell,
      ),
      { from: { demands: 'CG-07 SC-07' }, to: { allocated: 'CO-02 CO-31 CH-01' } },
    ],
    'CSR-113': [
      'Safe reaction to failed requests',
      must(
        'After 50 ms without a valid torque request the inverter shall go to zero torque and report a security event.',
        'functional',
        'test',
        fjell,
      ),
      { from: { refines: 'CSR-112' }, to: { allocated: 'CO-02' } },
    ],
    'CSR-114': [
      'SecOC on 0x0A0',
      must(
        'MotorTorqueRequest (0x0A0) shall carry 24 bits of an AES-CMAC over identifier, data and the full ' +
          'freshness value, and 8 bits of freshness.',
        'software',
        'test',
        {
          ...kestrel,
          version: '1.1',
          rationale:
            '24 bits and at most ten failures a second: one lucky guess in 19 days of trying, and each failure ' +
            'is an event.',
        },
      ),
      {
        status: 'IN_PROCESS',
        from: { refines: 'CSR-112', demands: 'CG-07' },
        to: { realised: 'CTL-09', allocated: 'CO-31 CO-02' },
      },
    ],
    'CSR-115': [
      'Freshness from the gateway',
      must(
        'The gateway shall distribute a freshness value that never repeats in the life of a key, kept over power ' +
          'cycles.',
        'software',
        'test',
        { owner: 'Brenner Networks' },
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-112' }, to: { allocated: 'CO-01' } },
    ],
    'CSR-116': [
      'Keys for secured messages',
      must(
        'Each vehicle shall have unique keys for secured messages, made in a security module and never readable.',
        'hardware',
        'review',
        { owner: 'Brenner Networks' },
      ),
      { from: { refines: 'CSR-112' }, to: { realised: 'CTL-07', allocated: 'CO-28 CO-31 CO-02' } },
    ],
    'CSR-117': [
      'Failures are counted',
      must(
        'A receiver shall report an event after ten failed authenticators within a second, and take no more than ' +
          'ten a second.',
        'software',
        'test',
        fjell,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-112' }, to: { allocated: 'CO-02' } },
    ],
    'CSR-118': [
      'Torque requests arrive under load',
      must(
        'At full load of the powertrain bus a torque request shall be delivered within 20 ms.',
        'functional',
        'test',
        { owner: 'Electrics' },
      ),
      { from: { demands: 'CG-08 SC-08' }, to: { allocated: 'CH-01' } },
    ],
    'CSR-119': [
      'OBD cut off when it floods',
      must(
        'The gateway shall cut the OBD port off within 100 ms when the port sends more than 20 % of the load ' +
          'that the routing table allows.',
        'software',
        'test',
        { owner: 'Brenner Networks' },
      ),
      { from: { refines: 'CSR-118' }, to: { realised: 'CTL-10', allocated: 'CO-01' } },
    ],
    'CSR-120': [
      'Contract key stays inside',
      must(
        'The private key for plug and charge shall be made in, and never leave, the security module of the ' +
          'charge controller.',
        'hardware',
        'review',
        fjell,
      ),
      { status: 'IN_PROCESS', from: { demands: 'CG-05' }, to: { realised: 'CTL-07', allocated: 'CO-04' } },
    ],
    'CSR-121': [
      'Contract is withdrawn with the part',
      must(
        'When a charge controller is replaced, the workshop shall have the contract of the old one withdrawn.',
        'process',
        'inspection',
        { owner: 'After sales' },
      ),
      { status: 'CREATED', from: { refines: 'CSR-120' }, to: { allocated: 'CO-04' } },
    ],
  },
)

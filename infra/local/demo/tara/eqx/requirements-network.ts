import { demoArtefacts } from '../build.ts'
import { must } from '../requirement.ts'

const brenner = { owner: 'Brenner Networks' }

/** Requirements of gateway and diagnostics. */
export const networkRequirements = demoArtefacts(
  'requirement',
  { day: 79, project: 'Gateway and diagnostics', status: 'APPROVED' },
  {
    'CSR-131': [
      'Only listed messages pass',
      must(
        'The gateway shall pass a message only if the routing table lists identifier, source, destination and length.',
        'cybersecurity',
        'test',
        brenner,
      ),
      { from: { demands: 'CG-09 SC-08' }, to: { realised: 'CTL-04', allocated: 'CO-01' } },
    ],
    'CSR-132': [
      'Rates are kept',
      must(
        'A routed message shall pass no more often than 1.2 times its rate in the table, over any second.',
        'software',
        'test',
        brenner,
      ),
      { from: { refines: 'CSR-131' }, to: { realised: 'CTL-10', allocated: 'CO-01' } },
    ],
    'CSR-133': [
      'Five messages from the connected domain',
      must(
        'From telematics and head unit no more than the five listed messages shall reach can0, with values ' +
          'within their ranges.',
        'software',
        'test',
        brenner,
      ),
      { from: { refines: 'CSR-131' }, to: { realised: 'CTL-04', allocated: 'CO-01 CH-01' } },
    ],
    'CSR-134': [
      'VLANs end at the switch',
      must('The switch shall drop tagged frames from ports that are not trunks.', 'hardware', 'test', brenner),
      { from: { refines: 'CSR-131' }, to: { allocated: 'CH-06' } },
    ],
    'CSR-135': [
      'No branch outside the cabin without a filter',
      must(
        'A branch of a bus that can be reached without opening a door shall be joined through a filter.',
        'hardware',
        'inspection',
        { owner: 'Electrics', rationale: 'TS-044: headlamps and trailer socket.' },
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-131' }, to: { allocated: 'CH-03 CO-14' } },
    ],
    'CSR-136': [
      'Routing table is part of the release',
      must(
        'The routing table shall be inside the signed software; no diagnostic service shall write it.',
        'cybersecurity',
        'test',
        brenner,
      ),
      { from: { demands: 'CG-10 SC-08' }, to: { allocated: 'CO-01' } },
    ],
    'CSR-137': [
      'Development identifiers are gone',
      must(
        'Identifiers that write routing or security configuration shall not exist in series software.',
        'software',
        'review',
        brenner,
      ),
      { from: { refines: 'CSR-136' }, to: { allocated: 'CO-01' } },
    ],
    'CSR-138': [
      'Testers authenticate themselves',
      must(
        'Programming, routines and writing of configuration shall open only after service 0x29 with a ' +
          'certificate that is valid now and names the role.',
        'cybersecurity',
        'test',
        brenner,
      ),
      { status: 'UNDER_REVIEW', from: { demands: 'CG-11 SC-11' }, to: { realised: 'CTL-11', allocated: 'CO-01' } },
    ],
    'CSR-139': [
      'Certificates last a week',
      must(
        'Tester certificates shall be valid for seven days at the most and be tied to one workshop.',
        'process',
        'inspection',
        { owner: 'After sales' },
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-138' }, to: { allocated: 'CO-25' } },
    ],
    'CSR-140': [
      'Withdrawn certificates are refused',
      must(
        'A vehicle shall refuse certificates on the list of withdrawn ones, which is no older than a month or as ' +
          'old as its last connection.',
        'software',
        'test',
        brenner,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-138' }, to: { allocated: 'CO-01' } },
    ],
    'CSR-141': [
      'Delay after wrong keys',
      must(
        'Until service 0x29 is introduced, SecurityAccess shall wait ten minutes after three wrong keys, over ' +
          'resets too.',
        'software',
        'test',
        brenner,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-138' }, to: { realised: 'CTL-12', allocated: 'CO-01' } },
    ],
    'CSR-142': [
      'Seeds do not repeat',
      must(
        'Seeds shall come from the random number generator of the security module; in a million none repeats.',
        'software',
        'test',
        brenner,
      ),
      { from: { refines: 'CSR-138' }, to: { allocated: 'CO-01 CO-28' } },
    ],
    'CSR-143': [
      'No session in motion',
      must(
        'A session other than the default one shall be refused over 3 km/h, by wheel speed and by motor speed, ' +
          'and end when the vehicle moves.',
        'cybersecurity',
        'test',
        brenner,
      ),
      { from: { demands: 'CG-12 SC-11' }, to: { realised: 'CTL-13', allocated: 'CO-01' } },
    ],
    'CSR-144': [
      'Actuators check for themselves',
      must(
        'A control unit that moves an actuator by a routine shall check standstill by its own sensor.',
        'functional',
        'test',
        { owner: 'Osprey Braking' },
      ),
      { from: { refines: 'CSR-143' }, to: { allocated: 'CO-10 CO-09' } },
    ],
    'CSR-145': [
      'Gateway starts from a root in hardware',
      must(
        "Each stage of the gateway's boot shall be verified by the one before; the first by a key hash in fuses.",
        'cybersecurity',
        'test',
        brenner,
      ),
      { from: { demands: 'CG-13 SC-01' }, to: { realised: 'CTL-01', allocated: 'CO-01 CO-28' } },
    ],
    'CSR-146': [
      'Boot withstands glitches',
      must(
        'Checks of signatures shall be made twice at random intervals, with the result in words that differ in ' +
          'many bits.',
        'software',
        'analysis',
        brenner,
      ),
      { from: { refines: 'CSR-145' }, to: { allocated: 'CO-01' } },
    ],
    'CSR-147': [
      'DoIP survives fuzzing',
      must(
        'The DoIP stack shall survive 72 hours of grammar-based fuzzing without crash, hang or memory error.',
        'software',
        'test',
        brenner,
      ),
      { status: 'UNDER_REVIEW', from: { refines: 'CSR-145' }, to: { allocated: 'CO-01' } },
    ],
    'CSR-148': [
      'DoIP runs with few rights',
      must(
        'The DoIP process shall run without rights to raw bus access, and be restarted when it ends.',
        'software',
        'review',
        brenner,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-145' }, to: { allocated: 'CO-01' } },
    ],
    'CSR-149': [
      'Events leave the vehicle',
      must(
        'A security event shall be sent within a minute when there is a network, numbered without gaps.',
        'cybersecurity',
        'test',
        brenner,
      ),
      { from: { demands: 'CG-18 SC-18 CE-04 CE-10' }, to: { realised: 'CTL-24', allocated: 'CO-29 CO-15' } },
    ],
    'CSR-150': [
      'Events are kept offline',
      must('Without a network events shall be kept for 30 days, the most severe longest.', 'software', 'test', brenner),
      { from: { refines: 'CSR-149' }, to: { allocated: 'CO-29' } },
    ],
    'CSR-151': [
      'Rare events are not crowded out',
      must(
        'The store of events shall hold at least ten of each kind, however many there are of another.',
        'software',
        'test',
        brenner,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-149' }, to: { allocated: 'CO-29' } },
    ],
    'CSR-152': [
      'Detection on can0',
      must(
        'The intrusion detection shall notice unknown ids, wrong periods, floods and stalled counters on can0 ' +
          'within a second.',
        'operation',
        'test',
        brenner,
      ),
      { from: { demands: 'CE-01 CE-02' }, to: { realised: 'CTL-19', allocated: 'CO-29' } },
    ],
    'CSR-153': [
      'Diagnostic misuse is reported',
      must(
        'Three failed authentications of a tester, and each session that is refused in motion, shall be an event.',
        'operation',
        'test',
        brenner,
      ),
      { from: { demands: 'CE-03' }, to: { allocated: 'CO-29 CO-01' } },
    ],
  },
)

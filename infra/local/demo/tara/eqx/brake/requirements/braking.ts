import { controllers, fjell, lodden, shall, wheels } from './shall.ts'

/** Keep braking: the request, the computation, the networks and the energy. */
export const braking = {
  'FSR-001': shall(
    'functional',
    ['Request of the driver is detected', 'The item shall detect the brake request within 40 ms, to 5 % of its value.'],
    ['SG-01 FSC-01', ''],
    {
      independence:
        'Travel is measured by Hall cells on the lever, force by strain gauges at the spring: other principles, ' +
        'other chips, other supplies and separate plugs. The lever is common; FT-01 has it as an event of its own.',
    },
  ),
  'FSR-002': shall(
    'technical',
    ['Travel of the pedal', 'The pedal unit shall measure the travel of the pedal by two cells on supply A.'],
    ['FSR-001', 'CO-44'],
    { share: 'B', owner: lodden },
  ),
  'FSR-003': shall(
    'technical',
    ['Force at the pedal', 'The pedal unit shall measure the force at the pedal by a sensor on supply B.'],
    ['FSR-001', 'CO-45'],
    { share: 'B', owner: lodden },
  ),
  'FSR-004': shall(
    'technical',
    [
      'Travel and force are compared',
      'Both controllers shall compare travel and force every 5 ms, and shall exclude the signal that departs from ' +
        'the other two by more than 12 % for 30 ms.',
    ],
    ['FSR-001', controllers],
    { rationale: 'Two cells for the travel and one for the force make a majority possible.' },
  ),
  'FSR-005': shall(
    'functional',
    [
      'Forces are computed in spite of a fault',
      'The item shall compute the forces of all wheels every 5 ms while at least one controller works.',
    ],
    ['SG-01 FSC-01', ''],
    {
      independence:
        'A and B have microcontrollers of different families, their own supplies and transceivers, and application ' +
        'software of two teams. What they share is the specification, which was reviewed by a third team.',
    },
  ),
  'FSR-006': shall(
    'technical',
    ['Controller A computes', 'Controller A shall compute the forces of all wheels and send them on both networks.'],
    ['FSR-005', 'CO-33'],
    { share: 'B' },
  ),
  'FSR-007': shall(
    'technical',
    [
      'Controller B computes along',
      'Controller B shall compute the forces of all wheels at any time and lead within 60 ms after A has fallen ' +
        'silent.',
    ],
    ['FSR-005', 'CO-34'],
    { share: 'B' },
  ),
  'FSR-008': shall(
    'technical',
    [
      'Wheels decide which controller leads',
      'A wheel shall follow controller A while its counter goes on, and controller B after two missing commands.',
    ],
    ['FSR-005', wheels],
    { rationale: 'The decision is at the wheels: no arbiter that could fail between controllers and wheels.' },
  ),
  'FSR-009': shall(
    'software',
    [
      'Deadline of the computation',
      'The task that computes the forces shall end within 3 ms in any state, supervised by the watchdog.',
    ],
    ['FSR-006 FSR-007', controllers],
    { rationale: 'It belongs to both controllers and is not divided.' },
  ),
  'FSR-010': shall(
    'technical',
    [
      'Commands on both networks',
      'Each controller shall send each command on both networks, with counter, checksum and the number of the wheel.',
    ],
    ['SG-01 FSC-01', `${controllers} CH-16 CH-17`],
  ),
  'FSR-011': shall(
    'hardware',
    [
      'Routes of the networks',
      'Networks A and B shall be at least 300 mm apart and shall have no common plug, but at the wheels.',
    ],
    ['FSR-010', 'CH-16 CH-17'],
    { owner: 'Body and harness' },
  ),
  'FSR-012': shall(
    'functional',
    [
      'Energy for one diagonal',
      'After any single fault of the supply one diagonal shall have energy for ten full stops from 100 km/h.',
    ],
    ['SG-01 FSC-01', 'CO-39 CO-40'],
    { owner: fjell },
  ),
  'FSR-013': shall(
    'hardware',
    [
      'Branches are separated',
      'A short circuit in one branch shall be separated from the other one within 500 µs, by two switches in series.',
    ],
    ['FSR-012', 'CO-39 CO-40'],
    { owner: fjell },
  ),
  'FSR-014': shall(
    'technical',
    [
      'State of the energy stores',
      'Each supply shall measure its internal resistance at every start and report less than 12 stops of energy.',
    ],
    ['FSR-012', 'CO-39 CO-40'],
    { owner: fjell, rationale: 'A store that is not loaded would not show its weakness until it is needed.' },
  ),
  'FSR-015': shall(
    'technical',
    [
      'Recuperation takes part',
      'With two wheels or fewer braking, the controllers shall request the highest recuperation that the battery ' +
        'allows.',
    ],
    ['SG-01', `${controllers} CO-31`],
  ),
}

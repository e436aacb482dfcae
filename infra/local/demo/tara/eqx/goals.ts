import { demoArtefacts } from '../build.ts'

const day = 122
const approved = { day, status: 'APPROVED' } as const
const drive = 'Electric drive control'
const network = 'Gateway and diagnostics'
const telematics = 'Telematics unit'
const key = 'Phone as a key'
const chassis = 'Brake and steering'

export const goals = demoArtefacts('goal', approved, {
  'CG-01': [
    'Genuine software on the inverter',
    { property: ['integrity'], description: 'The inverter runs only software that we released for it.' },
    { project: drive },
  ],
  'CG-02': [
    'Genuine calibration of the drive',
    { property: ['integrity'], description: 'The drive uses only a dataset that we released for this very variant.' },
    { project: drive },
  ],
  'CG-03': [
    'Battery limits hold regardless of bus messages',
    {
      property: ['integrity', 'availability'],
      description: 'No message moves contactors or limits beyond what the battery management finds by itself.',
    },
    { project: drive },
  ],
  'CG-04': [
    'Pedal position from the driver alone',
    { property: ['authenticity', 'integrity'], description: 'Torque follows the pedal, and not a forged message.' },
    { project: drive },
  ],
  'CG-05': [
    'Charging identity bound to the vehicle',
    {
      property: ['confidentiality', 'authenticity'],
      description: 'The contract key can be used in this vehicle only.',
    },
    { project: drive },
  ],
  'CG-06': [
    "Charging within the battery's limits",
    {
      property: ['integrity'],
      description: "No message of a charge point takes voltage or current beyond the battery's own limits.",
    },
    { project: drive },
  ],
  'CG-07': [
    'Authenticity of torque requests',
    {
      property: ['authenticity', 'integrity'],
      description:
        'The inverter acts upon a torque request only if it comes from the VCU of this vehicle and is not older ' +
        'than 30 ms.',
    },
    { project: drive },
  ],
  'CG-08': [
    'Torque requests in time',
    {
      property: ['availability'],
      description: 'No device outside the powertrain keeps torque requests from arriving for longer than 50 ms.',
    },
    { project: drive },
  ],
  'CG-09': [
    'Networks stay separated',
    {
      property: ['integrity', 'availability'],
      description: 'The gateway passes only messages of the routing table, and at most at the rate given there.',
    },
    { project: network },
  ],
  'CG-10': [
    'Routing rules changed by release alone',
    {
      property: ['integrity'],
      description: 'The rules are part of the signed software, and can not be written otherwise.',
    },
    { project: network },
  ],
  'CG-11': [
    'Diagnostic access for authorised testers',
    {
      property: ['authorisation', 'authenticity'],
      description: 'Programming and routines are available only to an authenticated tester, within its current rights.',
    },
    { project: network },
  ],
  'CG-12': [
    'No actuator tests in motion',
    {
      property: ['authorisation'],
      description: 'A routine that moves something starts only while the vehicle stands.',
    },
    { project: network },
  ],
  'CG-13': [
    'Genuine software on the gateway',
    {
      property: ['integrity', 'authenticity'],
      description: 'All software on the gateway was released by us, from the first instruction on.',
    },
    { project: network },
  ],
  'CG-14': [
    'Genuine and current software on the TCU',
    {
      property: ['integrity', 'authenticity'],
      description: 'The telematics unit installs only our releases, and none that is older than the installed one.',
    },
    { project: telematics },
  ],
  'CG-15': [
    'Remote commands by the owner of the vehicle',
    {
      property: ['authorisation'],
      description: 'A command is carried out only for an account that owns the vehicle at that time.',
    },
    { project: telematics },
  ],
  'CG-16': [
    'Maintenance access bound to one vehicle',
    { property: ['authenticity'], description: 'A credential for maintenance opens one vehicle, for one hour.' },
    { project: telematics },
  ],
  'CG-17': [
    'No single person commands a vehicle',
    {
      property: ['authorisation', 'non-repudiation'],
      description: 'Staff send commands with the consent of the owner or of a second person, and each is recorded.',
    },
    { project: telematics },
  ],
  'CG-18': [
    'Evidence of attacks survives',
    { property: ['non-repudiation', 'availability'], description: 'An event reaches the SOC, or its absence does.' },
    { project: network },
  ],
  'CG-19': [
    'Confidentiality of positions',
    { property: ['confidentiality'], description: 'Only the owner can find out where a vehicle was.' },
    { project: telematics },
  ],
  'CG-20': [
    'Digital key stays in its phone',
    {
      property: ['confidentiality'],
      description:
        "The private part of a key is never outside certified hardware, and is used only with the user's consent.",
    },
    { project: key, day: 88, status: 'IN_PROCESS' },
  ],
  'CG-21': [
    'Keys lent and withdrawn by the owner',
    {
      property: ['authorisation'],
      description:
        'Only the owner, present or confirmed on a second way, lends a key; a withdrawn one ends within a day.',
    },
    { project: key, day: 88, status: 'IN_PROCESS' },
  ],
  'CG-22': [
    'Access only with the key at the car',
    {
      property: ['authenticity'],
      description: 'A door opens, and the drive is released, only if a valid key is within 2 m of the door, or inside.',
    },
    { project: key, day: 88, status: 'UNDER_REVIEW' },
  ],
  'CG-23': [
    'Authentic requests to brake and steering',
    {
      property: ['authenticity', 'integrity'],
      description: 'Requests without the driver are carried out only if driver assistance made them, now.',
    },
    { project: chassis },
  ],
  'CG-24': [
    'Mileage as driven',
    { property: ['integrity'], description: 'The displayed mileage matches the reported mileage of the vehicle.' },
    { project: 'Cockpit', day: 36, status: 'CREATED' },
  ],
  'CG-25': [
    'Brake status as measured',
    {
      property: ['integrity', 'availability'],
      description: 'The cluster shows the state of the brake as brake control measures it, or that it does not know.',
    },
    { project: chassis },
  ],
})

export const claims = demoArtefacts('claim', approved, {
  'CC-01': [
    "Pedal boxes are the owner's own choice",
    {
      rationale: 'They stay within the slopes that the VCU accepts; the driver bought one and knows it.',
      monitored: 'Warranty cases, yearly',
    },
    { project: drive },
  ],
  'CC-02': [
    'Disturbed charging is tolerable',
    { rationale: 'Nothing is damaged, and it ends by itself.', monitored: 'Charging statistics, monthly' },
    { project: drive, status: 'COMPLETED' },
  ],
  'CC-03': [
    'Workshops answer for their testers',
    {
      rationale:
        'Contract with every workshop: loss is reported within a day, and we withdraw the certificate within an hour.',
      monitored: 'List of withdrawn certificates',
    },
    { project: network, from: { assumed: 'AU-04' } },
  ],
  'CC-04': [
    'Opening one unit endangers one vehicle',
    {
      rationale: 'Keys are made in the unit and differ; knowledge of one does not help with another.',
      monitored: 'Reports of one identity from two places',
    },
    { project: network },
  ],
  'CC-05': [
    'Suppliers guard their signing keys',
    {
      rationale: 'Interface agreement with audit rights; our countersignature is needed besides.',
      monitored: 'Yearly audit',
    },
    { project: telematics, status: 'UNDER_REVIEW' },
  ],
  'CC-06': [
    'Operators do not keep identifiers',
    {
      rationale: 'Contract with roaming platforms; the next generation of the protocol hides them.',
      monitored: 'Data protection review, yearly',
    },
    { project: drive, status: 'IN_PROCESS' },
  ],
  'CC-07': [
    'Radio can be disturbed',
    {
      rationale: 'Events are stored for 30 days and reported when the network is back.',
      monitored: 'Vehicles silent for over an hour',
    },
    { project: telematics },
  ],
  'CC-08': [
    'Spoofed positions are noticed',
    {
      rationale:
        'Jumps raise an alert; drifts are marked by odometry. No function of driving relies on the position yet.',
      monitored: 'Alerts of impossible movement',
    },
    { project: telematics },
  ],
  'CC-09': [
    'Calibration is no secret worth a lock',
    { rationale: 'A test bench shows the same within a week.', monitored: 'None' },
    { project: drive, status: 'COMPLETED' },
  ],
  'CC-10': [
    'Nuisances are borne',
    {
      rationale: 'Negligible to everybody; treating them would cost more than they do.',
      monitored: 'Count of such reports, quarterly',
    },
    { project: network },
  ],
  'CC-11': [
    'A frozen counter is noticed',
    {
      rationale: 'The cluster takes three equal counters for a fault; changing the gateway is hard.',
      monitored: 'Events of the cluster',
    },
    { project: chassis },
  ],
  'CC-12': [
    'The operator binds SIM and device',
    {
      rationale: 'Agreed with the operator; tested with a card in a foreign device.',
      monitored: "Operator's monthly report",
    },
    { project: telematics, from: { assumed: 'AU-06' } },
  ],
})

export const concepts = demoArtefacts(
  'concept',
  { day: 101, status: 'APPROVED' },
  {
    'SC-01': [
      'Signed software for every control unit',
      {
        argument:
          'One chain of signatures from the release to the first instruction: software that is not ours neither ' +
          'installs nor starts.',
        description:
          'Containers are verified before programming (CTL-02), images at start (CTL-01), datasets with them (CTL-22).',
      },
      { project: drive, from: { conceived: 'CG-01 CG-02 CG-13' } },
    ],
    'SC-02': [
      'Limits in the battery itself',
      {
        argument: 'The battery protection reads no message that could be forged.',
        description: 'Battery management decides by its own sensors; crash line by wire.',
      },
      { project: drive, from: { conceived: 'CG-03 CG-06' } },
    ],
    'SC-07': [
      'Secured messages in the powertrain',
      {
        argument:
          'A forged, changed or old request fails its authenticator; 24 bits and ten tries a second at the most ' +
          'mean weeks of guessing, and each wrong guess is an event.',
        description:
          'SecOC between VCU and inverter; keys per vehicle, written at the end of the line; freshness by a ' +
          'counter that the gateway keeps.',
      },
      { project: drive, from: { conceived: 'CG-07 CG-04' } },
    ],
    'SC-08': [
      'Gateway as the only way, with rates',
      {
        argument: 'What can not pass can not flood, and what may pass is counted.',
        description:
          'Routing table with a rate for each line; powertrain cut off from the OBD port when it floods; all of ' +
          'it part of signed software.',
      },
      { project: network, from: { conceived: 'CG-08 CG-09 CG-10' } },
    ],
    'SC-11': [
      'Testers with certificates',
      {
        argument: 'A certificate proves identity and expiry; seed and key prove only that the firmware was read once.',
        description: 'Service 0x29 in place of 0x27; a delay timer until then; sessions only at standstill.',
      },
      { project: network, from: { conceived: 'CG-11 CG-12' } },
    ],
    'SC-14': [
      'Updates that only go forward',
      {
        argument:
          'Two signatures, one of them ours, and a counter in fuses: neither an old nor a foreign image starts.',
        description: 'TLS with certificates on both sides, containers signed twice, rollback counter.',
      },
      { project: telematics, from: { conceived: 'CG-14' } },
    ],
    'SC-15': [
      'One place that decides on access',
      {
        argument: 'Every command passes the same check against the record of ownership; there is no second way.',
        description:
          'Authorisation service of the cloud, short credentials for maintenance, two people for commands by staff.',
      },
      { project: telematics, status: 'UNDER_REVIEW', from: { conceived: 'CG-15 CG-16 CG-17' } },
    ],
    'SC-18': [
      'Events out of the vehicle at once',
      {
        argument: 'Erasing is too late for data that has already left.',
        description: 'Numbered events, sent within a minute, a gap is an event.',
      },
      { project: network, from: { conceived: 'CG-18' } },
    ],
    'SC-19': [
      'Positions without names',
      {
        argument:
          'Aliases that change daily and a list that is stored separately: the stream does not reveal the vehicle.',
        description: 'Alias service, storage for seven days, partner interface by consent.',
      },
      { project: telematics, status: 'IN_PROCESS', from: { conceived: 'CG-19' } },
    ],
    'SC-22': [
      'Distance before everything',
      {
        argument: 'A relay can not make light faster: time of flight shows the true distance.',
        description:
          'UWB with scrambled timestamps for opening and for starting; confirmation on a second way for lending; ' +
          'keys that end after a day offline.',
      },
      { project: key, day: 80, status: 'IN_PROCESS', from: { conceived: 'CG-20 CG-21 CG-22' } },
    ],
    'SC-23': [
      'Secured messages in chassis and body',
      {
        argument: 'As SC-07, with a separate key ring: knowledge of body keys does not help with the brakes.',
        description: 'SecOC on requests of driver assistance, BrakeState and DoorsAndLocks.',
      },
      { project: chassis, from: { conceived: 'CG-23 CG-25' } },
    ],
  },
)

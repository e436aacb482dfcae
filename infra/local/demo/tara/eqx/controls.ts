import { demoArtefacts } from '../build.ts'
import { needs } from '../trees.ts'

const common = { day: 126, status: 'IN_PROCESS' } as const
const approved = 'APPROVED' as const

/** Controls; `raises` is the minimum that an attacker needs to get past the control. */
export const controls = demoArtefacts('control', common, {
  'CTL-01': [
    'Secure boot of the gateway',
    {
      type: 'prevent',
      standing: 'verified',
      raises: needs('month', 'experts', 'confidential', 'difficult', 'bespoke', '-', 'high'),
      description: 'Each stage is verified by the one before, the first by the security module.',
    },
    { status: approved },
  ],
  'CTL-02': [
    'Signed containers for programming',
    {
      type: 'prevent',
      standing: 'verified',
      raises: needs('half-year', 'experts', 'confidential', '-', 'specialised', '-', 'high', 'high'),
      description: 'A control unit erases nothing before the signature over the whole image is verified.',
    },
    { status: approved },
  ],
  'CTL-03': [
    'Debug ports locked',
    {
      type: 'prevent',
      standing: 'verified',
      raises: needs('half-year', 'expert', 'confidential', '-', 'bespoke', '-', 'high'),
      description: 'Unlocking takes an answer that is computed for this one part.',
    },
    { status: approved },
  ],
  'CTL-04': [
    'Firewall between connected and powertrain domain',
    {
      type: 'prevent',
      standing: 'verified',
      raises: needs('half-year', 'expert', 'confidential', '-', '-', '-', 'high', 'low'),
      description:
        'Nothing from telematics or head unit reaches can0, except for five messages with fixed layout and rate.',
    },
    { status: approved },
  ],
  'CTL-05': [
    'TLS with certificates on both sides',
    {
      type: 'prevent',
      standing: 'verified',
      raises: needs('half-year', 'experts', '-', '-', '-', '-', 'high'),
      description: "Only version 1.3; the vehicle's key is in its security module.",
    },
    { status: approved },
  ],
  'CTL-06': [
    'Ownership checked at every remote command',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('month', 'expert', 'confidential', 'moderate', '-', '-', 'high', 'high'),
      description: 'Each call is checked against the ownership record of the vehicle that it names, in one place.',
    },
  ],
  'CTL-07': [
    'Keys in a security module',
    {
      type: 'prevent',
      standing: 'implemented',
      raises: needs('half-year', 'expert', 'confidential', '-', 'bespoke', 'physical', 'high'),
      description: 'Private keys are made inside, and never leave.',
    },
    { status: approved },
  ],
  'CTL-08': [
    'Positions under a changing name',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('month', 'expert', 'confidential', 'moderate', '-', '-', 'high', 'high'),
      description:
        'Reports carry an alias that changes daily; the list of aliases is kept apart, and reports for seven ' +
        'days only.',
    },
  ],
  'CTL-09': [
    'SecOC on 0x0A0',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('half-year', 'expert', 'confidential', '-', '-'),
      description:
        'MotorTorqueRequest carries 24 bits of a CMAC and 8 bits of freshness; the inverter drops what does not ' +
        'verify.',
    },
  ],
  'CTL-10': [
    'Rate limits of routed messages',
    {
      type: 'prevent',
      standing: 'implemented',
      raises: needs('month', 'expert', 'confidential', '-', '-', '-', 'high'),
      description: 'The gateway passes a message at most as often as the routing table allows.',
    },
    { status: approved },
  ],
  'CTL-11': [
    'Certificates for testers (service 0x29)',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('half-year', 'expert', 'confidential', '-', 'specialised', '-', 'high', 'high'),
      description: 'Replaces seed and key; certificates name the workshop, last a week and can be withdrawn.',
    },
  ],
  'CTL-12': [
    'Delay timer for SecurityAccess',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('longer', 'proficient', 'restricted', 'moderate', '-', '-', 'high'),
      description: 'Ten minutes after three wrong keys, also after resets.',
    },
  ],
  'CTL-13': [
    'No diagnostic sessions over 3 km/h',
    {
      type: 'prevent',
      standing: 'implemented',
      raises: needs('month', 'expert', 'confidential', 'moderate', 'specialised', '-', 'high', 'low'),
      description: 'Wheel speed and motor speed must both show that the vehicle stands.',
    },
    { status: approved },
  ],
  'CTL-14': [
    'Maintenance keys bound to the device',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('month', 'expert', 'confidential', 'moderate', '-', '-', 'high', 'high'),
      description: 'No passwords over SSH; a certificate for one vehicle and one hour, from a service that logs it.',
    },
  ],
  'CTL-15': [
    'Protection against rollback',
    {
      type: 'prevent',
      standing: 'verified',
      raises: needs('half-year', 'expert', 'confidential', '-', 'specialised', '-', 'high', 'high'),
      description: 'A counter in fuses: an image with a lower number does not start.',
    },
    { status: approved },
  ],
  'CTL-16': [
    'Confirmation on a second way before sharing',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('week', 'expert', 'restricted', 'moderate', '-', '-', 'high', 'none', 'required'),
      description: 'Sharing a key requires the card at the car, or an existing key inside.',
    },
  ],
  'CTL-17': [
    'Distance by UWB with scrambled timestamps',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('half-year', 'expert', 'restricted', 'moderate', 'bespoke', '-', 'high'),
      description: 'Opening takes a time of flight under 2 m; Bluetooth strength alone opens nothing.',
    },
  ],
  'CTL-18': [
    'Offline keys end after a day',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('month', 'expert', 'restricted', 'moderate', 'specialised', '-', 'high'),
      description: 'A lent key needs a fresh statement from the key server every 24 hours.',
    },
  ],
  'CTL-19': [
    'Intrusion detection on can0 and Ethernet',
    {
      type: 'detect',
      standing: 'verified',
      description:
        'Period, unknown id, flood and content; makes nothing harder, but is seen by the SOC within a minute.',
    },
    { status: approved },
  ],
  'CTL-20': [
    'Position checked against odometry',
    {
      type: 'detect',
      standing: 'implemented',
      raises: needs('month', 'expert', 'restricted', '-', 'specialised', '-', 'high'),
      description: 'Wheel speeds and yaw rate must agree with the satellites; otherwise the report is marked.',
    },
    { status: approved },
  ],
  'CTL-21': [
    'SecOC on body and brake messages',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('half-year', 'expert', 'confidential', '-', '-'),
      description: 'DoorsAndLocks (0x310) and BrakeState (0x0C2), keys apart from those of the powertrain.',
    },
  ],
  'CTL-22': [
    'Signed calibration data',
    {
      type: 'prevent',
      standing: 'planned',
      raises: needs('half-year', 'expert', 'confidential', '-', 'specialised', '-', 'high', 'high'),
      description: 'A dataset is bound to part number and variant, and is verified at every start.',
    },
  ],
  'CTL-23': [
    'Release by two people, keys in hardware',
    {
      type: 'prevent',
      standing: 'verified',
      raises: needs('longer', 'experts', 'strictly-confidential', 'difficult', '-', '-', 'high', 'high', 'required'),
      description: 'The signing service requires two approvals by people of different departments.',
    },
    { status: approved },
  ],
  'CTL-24': [
    'Event log off board',
    {
      type: 'recover',
      standing: 'planned',
      raises: needs('month', 'expert', 'confidential', 'difficult', '-', '-', 'high', 'high'),
      description: 'Events are numbered and sent on within a minute; a gap is an event itself.',
    },
  ],
})

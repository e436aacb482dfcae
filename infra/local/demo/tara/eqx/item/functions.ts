import { demoArtefacts } from '../../build.ts'

const day = 200
const common = { day, status: 'APPROVED' } as const

export const functions = demoArtefacts('function', common, {
  'FN-01': [
    'Request torque',
    { safety_related: true, description: 'Pedal, recuperation and limits become one torque request every 10 ms.' },
    { from: { performs: 'CO-31' }, to: { needs: 'FE-01' }, project: 'Electric drive control' },
  ],
  'FN-02': [
    'Deliver torque',
    { safety_related: true, description: 'The inverter follows the request and reports what it delivers.' },
    { from: { performs: 'CO-02' }, to: { needs: 'FE-01' }, project: 'Electric drive control' },
  ],
  'FN-03': [
    'Connect high voltage',
    { safety_related: true, description: 'Closes and opens the contactors; opens them after a crash.' },
    { from: { performs: 'CO-03' }, to: { needs: 'FE-01 FE-02' }, project: 'Electric drive control' },
  ],
  'FN-04': [
    'Negotiate charging',
    { description: 'Identity, contract and limits with the charge point.' },
    { from: { performs: 'CO-04' }, to: { needs: 'FE-02' }, project: 'Electric drive control' },
  ],
  'FN-05': [
    'Route and filter messages',
    { safety_related: true, description: 'Lets through what the routing table lists, at the rate that it lists.' },
    { from: { performs: 'CO-01' }, to: { needs: 'FE-01 FE-03 FE-06' }, project: 'Gateway and diagnostics' },
  ],
  'FN-06': [
    'Grant diagnostic access',
    { safety_related: true, description: 'Sessions, SecurityAccess and routines for testers.' },
    { from: { performs: 'CO-01' }, to: { needs: 'FE-06' }, project: 'Gateway and diagnostics' },
  ],
  'FN-07': [
    'Detect and report intrusions',
    { description: 'Detects anomalies on the buses, and reports them to the SOC.' },
    { from: { performs: 'CO-29' }, to: { needs: 'FE-03' }, project: 'Gateway and diagnostics' },
  ],
  'FN-08': [
    'Carry out remote commands',
    { description: 'Takes commands from the cloud and passes them to the body and the drive.' },
    { from: { performs: 'CO-15' }, to: { needs: 'FE-03' }, project: 'Telematics unit' },
  ],
  'FN-09': [
    'Install updates',
    { safety_related: true, description: 'Fetches, checks and distributes images while parked.' },
    { from: { performs: 'CO-15' }, to: { needs: 'FE-04' }, project: 'Telematics unit' },
  ],
  'FN-10': [
    'Report position',
    { description: 'A position every ten seconds while driving, for services and geofences.' },
    { from: { performs: 'CO-15' }, to: { needs: 'FE-03' }, project: 'Telematics unit' },
  ],
  'FN-11': [
    'Locate and authenticate the phone',
    { description: 'Bluetooth session, UWB distance, key check.' },
    { from: { performs: 'CO-18' }, to: { needs: 'FE-05' }, project: 'Phone as a key' },
  ],
  'FN-12': [
    'Lock and release start',
    { description: 'Locks and doors, immobiliser release.' },
    { from: { performs: 'CO-13' }, to: { needs: 'FE-05' }, project: 'Phone as a key' },
  ],
  'FN-13': [
    'Share and withdraw keys',
    { description: 'Lends a key for a while and takes it back.' },
    { from: { performs: 'CO-24' }, to: { needs: 'FE-05' }, project: 'Phone as a key' },
  ],
  'FN-14': [
    'Brake by request',
    { safety_related: true, description: 'Builds pressure on request of driver assistance.' },
    { from: { performs: 'CO-10' }, to: { needs: 'FE-07' }, project: 'Brake and steering' },
  ],
  'FN-15': [
    'Assist steering',
    { safety_related: true, description: 'Assistance and overlay torque.' },
    { from: { performs: 'CO-11' }, to: { needs: 'FE-07' }, project: 'Brake and steering' },
  ],
  'FN-16': [
    'Show warnings',
    { safety_related: true, description: 'Brake, stability and battery warnings to the driver.' },
    { from: { performs: 'CO-17' }, to: { needs: 'FE-07' }, project: 'Cockpit' },
  ],
  'FN-17': [
    'Place an emergency call',
    { safety_related: true, description: 'Voice connection and minimum set of data.' },
    { from: { performs: 'CO-15' }, to: { needs: 'FE-08' }, project: 'Telematics unit' },
  ],
})

export const data = demoArtefacts('data', common, {
  'DA-01': [
    'Torque request (0x0A0)',
    { category: 'command', description: 'RequestedTorque, AcceleratorPosition, counter and checksum.' },
    { from: { carries: 'CH-01' }, project: 'Electric drive control' },
  ],
  'DA-02': [
    'Motor status (0x0A8)',
    { category: 'sensor', description: 'Torque and speed that the inverter measures.' },
    { from: { carries: 'CH-01' }, project: 'Electric drive control' },
  ],
  'DA-03': [
    'Battery status (0x2B0)',
    { category: 'sensor', description: 'Voltage, current, state of charge.' },
    { from: { carries: 'CH-01' }, project: 'Electric drive control' },
  ],
  'DA-04': [
    'Pedal position (0x1A4)',
    { category: 'sensor', description: 'Both tracks of the accelerator.' },
    { from: { carries: 'CH-01' }, project: 'Electric drive control' },
  ],
  'DA-05': [
    'Calibration of the drive',
    { category: 'configuration', description: 'Torque limits, maps and variant coding.' },
    { from: { carries: 'CH-05' }, project: 'Electric drive control' },
  ],
  'DA-06': [
    'Contract certificate',
    { category: 'key', description: 'Certificate and private key for plug and charge.' },
    { from: { carries: 'CH-11' }, project: 'Electric drive control' },
  ],
  'DA-07': [
    'Diagnostic requests',
    { category: 'diagnostic', description: 'UDS services over CAN (0x7E0 to 0x7E7) and DoIP.' },
    { from: { carries: 'CH-05 CH-06' }, project: 'Gateway and diagnostics' },
  ],
  'DA-08': [
    'Routing table',
    { category: 'configuration', description: 'The route of each message, and its maximum rate.' },
    { from: { carries: 'CH-05' }, project: 'Gateway and diagnostics' },
  ],
  'DA-09': [
    'Security events',
    { category: 'log', description: 'What the intrusion detection noticed.' },
    { from: { carries: 'CH-06 CH-07' }, project: 'Gateway and diagnostics' },
  ],
  'DA-10': [
    'Firmware images',
    { category: 'firmware', description: 'Signed containers for every control unit.' },
    { from: { carries: 'CH-05 CH-06 CH-07' }, project: 'Telematics unit' },
  ],
  'DA-11': [
    'Remote commands',
    { category: 'command', description: 'Lock, unlock, climate, charge plan.' },
    { from: { carries: 'CH-06 CH-07' }, project: 'Telematics unit' },
  ],
  'DA-12': [
    'Position reports',
    { category: 'personal', description: 'Where the vehicle is, every ten seconds.' },
    { from: { carries: 'CH-07' }, project: 'Telematics unit' },
  ],
  'DA-13': [
    'Client certificate of the telematics unit',
    { category: 'key', description: 'Identity towards the cloud.' },
    { from: { carries: 'CH-07' }, project: 'Telematics unit' },
  ],
  'DA-14': [
    'Digital key',
    { category: 'key', description: 'Key pair and entitlements in the phone.' },
    { from: { carries: 'CH-09' }, project: 'Phone as a key' },
  ],
  'DA-15': [
    'Distance measurement',
    { category: 'sensor', description: 'Time of flight between phone and anchors.' },
    { from: { carries: 'CH-10' }, project: 'Phone as a key' },
  ],
  'DA-16': [
    'Locks and doors (0x310)',
    { category: 'command', description: 'Lock state and unlock requests.' },
    { from: { carries: 'CH-03' }, project: 'Phone as a key' },
  ],
  'DA-17': [
    'Brake state (0x0C2)',
    { category: 'sensor', description: 'Pedal, pressure, brake light.' },
    { from: { carries: 'CH-02' }, project: 'Brake and steering' },
  ],
  'DA-18': [
    'Steering angle (0x0D0)',
    { category: 'sensor', description: 'Angle of the steering wheel.' },
    { from: { carries: 'CH-02' }, project: 'Brake and steering' },
  ],
  'DA-19': [
    'Brake and steering requests',
    { category: 'command', description: 'Requests of driver assistance.' },
    { from: { carries: 'CH-02' }, project: 'Brake and steering' },
  ],
  'DA-20': [
    'Odometer (0x410)',
    { category: 'log', description: 'Distance driven in all.' },
    { from: { carries: 'CH-01 CH-03' }, project: 'Cockpit' },
  ],
})

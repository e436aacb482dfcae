import { demoArtefacts } from '../../build.ts'
import { lossOfBraking, oneSided, unintended, weakBraking } from './events-driving.ts'
import { dragging, informing, locking, standing } from './events-other.ts'

const project = 'Brake by wire'

const hazards = demoArtefacts(
  'hazard',
  { day: 146, project, status: 'APPROVED' },
  {
    'HZ-01': ['Loss of braking', { effect_vehicle: 'Decelerates by less than 2.44 m/s² although the driver brakes.' }],
    'HZ-02': [
      'Weak or late braking',
      { effect_vehicle: 'Decelerates noticeably less, or later, than the pedal asks for, but by more than 2.44 m/s².' },
    ],
    'HZ-03': [
      'Unintended braking',
      { effect_vehicle: 'Decelerates by more than 2 m/s² above what driver or assistance request.' },
      { to: { 'is-damage': 'DS-062' } },
    ],
    'HZ-04': [
      'One-sided braking',
      { effect_vehicle: 'A yaw moment that moves the vehicle by more than half a metre within a second.' },
    ],
    'HZ-05': [
      'Locking wheels',
      { effect_vehicle: 'Front wheels cannot be steered, or rear wheels no longer guide the vehicle.' },
    ],
    'HZ-06': ['Rolling away when parked', { effect_vehicle: 'Moves by itself after the driver has left it.' }],
    'HZ-07': [
      'Rolling from a held standstill',
      { effect_vehicle: 'Moves by itself while the driver relies on the hold.' },
    ],
    'HZ-08': [
      'Dragging brake overheats',
      { effect_vehicle: 'Disc and pads of one wheel exceed 600 °C: fading, burst tyre, fire in the wheel house.' },
    ],
    'HZ-09': [
      'Driver does not know that braking is reduced',
      { effect_vehicle: 'Goes on as before after a fault, without the reserve that the design counts on.' },
      { to: { 'is-damage': 'DS-060' } },
    ],
    'HZ-10': [
      'Traffic behind does not see the braking',
      { effect_vehicle: 'Brakes with dark brake lights, or has them lit all the time.' },
    ],
    'HZ-11': [
      'Vehicle cannot set off',
      { effect_vehicle: 'Remains braked at standstill against the wish of the driver.' },
    ],
  },
)

const events = demoArtefacts(
  'hazardous-event',
  { day: 138, project, by: 'Maya Rao', status: 'APPROVED' },
  { ...lossOfBraking, ...weakBraking, ...unintended, ...oneSided, ...locking, ...standing, ...dragging, ...informing },
)

export const brakeHazards = [...hazards, ...events]
